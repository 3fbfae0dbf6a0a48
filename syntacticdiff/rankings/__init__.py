"""Systems ranked by people: judgments in, scores, rank ranges and clusters out."""
