"""Titles and other texts, as people write them."""

VERBS = (
    "Water", "Call", "Clean", "Repair", "Order", "Write to", "Pay", "Check", "Sort",
    "Book", "Bring back", "Measure", "Paint", "Read", "Prepare", "Wish", "Plan",
)  # fmt: skip
THINGS = (
    "the roses", "the garden", "the dentist", "the bicycle", "the invoice", "Zoé",
    "the tax return", "the kitchen", "the letter box", "the old books", "the report",
    "the school", "the windows", "the spare keys", "the smoke detectors", "the lawn",
    "the library", "Grüße", "the heating", "the insurance",
)  # fmt: skip
SENTENCES = (
    "Ask for a receipt.", "The blue one, not the red one.", "Before noon if possible.",
    "See the note on the fridge.", "Third time this year.", "Takes an hour at least.",
    "Needs the long ladder.", "Ask the neighbours first.",
)  # fmt: skip
# A word that is in one of twenty titles or so, to search for.
WORD = "garden"


def title(dice, number: int) -> str:
    """A title that no other task has."""
    return f"{dice.choice(VERBS)} {dice.choice(THINGS)}, number {number}"


def text(dice) -> str:
    """One to three sentences."""
    return " ".join(dice.sample(SENTENCES, dice.randint(1, 3)))
