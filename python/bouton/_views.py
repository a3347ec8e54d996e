"""A class for each view, made from its schema. The stubs beside this file, made from the same, say so to type checkers."""

from ._view import define_all

globals().update(define_all())
