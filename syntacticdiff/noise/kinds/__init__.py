"""The families of learners' errors, a module for each; `registry.PROPOSERS` lists them."""
