"""What a value of the file under trial is, for events."""

import math

# Characters of a text that an event keeps.
LONGEST_TEXT = 4_000


def shortened(text):
    return text if len(text) <= LONGEST_TEXT else text[:LONGEST_TEXT] + "…"


def shown(value):
    """A value as Python shows it; its `__repr__` may be the user's."""
    try:
        return shortened(repr(value))
    except Exception as error:
        return f"<{type(value).__name__} whose repr raises {type(error).__name__}>"


def text_of(value):
    return shortened(value) if isinstance(value, str) else shown(value)


def measure(value):
    """Kind and elements of what is to become a tensor: ("float" | "int" | "other", numbers)."""
    if isinstance(value, (bool, int)):
        return "int", [value]
    if isinstance(value, float):
        return "float", [value]
    if isinstance(value, (list, tuple)):
        parts = [measure(one) for one in value]
        numbers = [number for _, some in parts for number in some]
        kinds = {kind for kind, _ in parts}
        kind = "other" if "other" in kinds else "float" if "float" in kinds or not kinds else "int"
        return kind, numbers
    if hasattr(value, "tolist") and hasattr(value, "dtype"):
        try:
            kind, numbers = measure(value.tolist())
        except Exception:
            return "other", []
        return ("other" if kind == "other" else "float" if "float" in str(value.dtype) else "int"), numbers
    return "other", []


def quantity(value):
    """A value for an event: as it is shown, and as a number where it is a single one that is finite."""
    kind, numbers = measure(value)
    number = None
    if kind != "other" and len(numbers) == 1:
        try:
            number = float(numbers[0])
        except OverflowError:
            pass
    finite = number is not None and math.isfinite(number)
    return {"text": shown(value), "number": number if finite else None}
