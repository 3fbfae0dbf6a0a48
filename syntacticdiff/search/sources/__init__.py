"""Sources of candidate words: lists to insert or remove from, and substitutes for a word."""
