"""The sections of a report, one module each: the data, the Markdown, and the template's name."""
