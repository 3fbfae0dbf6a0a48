"""`syntacticdiff evaluate`: the field's metrics, one command each."""
