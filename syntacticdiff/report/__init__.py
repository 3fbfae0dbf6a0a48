"""Reports: a summary of plain data in, one page out that needs no network."""
