"""Scorers: how good corrected text is. One metric, one module, on the bases in `metric`."""
