"""Tuning: settings of a corrector fitted on annotated text. Data in, `CorrectionSettings` out."""
