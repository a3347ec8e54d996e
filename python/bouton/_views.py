"""A class for each view, made from its schema. The stubs beside this file are made from the schemas, too."""

from ._view import define_all

#: Fields for which Python has better types than JSON, by view. A field that may be null may be None.
TYPES: dict[str, dict[str, str]] = {
    "ChartView": {"x": "range", "y": "range"},
    "ClaimView": {"cases": "int"},
    "GraphView": {"structures": "int | None", "cogames": "int | None", "both": "int | None"},
    "Period": {"saltus": "int | Value"},
    "SolveView": {
        "outcome": 'Literal["N", "P", "L", "R", "D"]',
        "left_first": 'Literal["L", "R", "D"]',
        "right_first": 'Literal["L", "R", "D"]',
        "value": "Value | None",
    },
    "ThermographView": {
        "left": "tuple[tuple[Fraction, Fraction], ...]",
        "right": "tuple[tuple[Fraction, Fraction], ...]",
    },
    "ValuedGame": {
        "outcome": 'Literal["N", "P", "L", "R"]',
        "birthday": "int",
        "left_stop": "Fraction",
        "right_stop": "Fraction",
        "mean": "Fraction",
        "temperature": "Fraction",
        "atomic_weight": "Value | None",
        "reduced": "Value",
        "left_options": "tuple[Value, ...] | None",
        "right_options": "tuple[Value, ...] | None",
        "incentives": "tuple[Value, ...] | None",
    },
}

globals().update(define_all(TYPES))
