"""Random identifiers, of nothing in particular."""

import uuid


def random_id(dice):
    """An id of no node."""
    return f"sha256:{dice.getrandbits(256):064x}"


def random_uuid(dice, is_payload):
    """A UUID of any version, in a case that the dialect allows."""
    text = str(uuid.UUID(int=dice.getrandbits(128)))
    return text if is_payload else dice.choice((text, text.upper()))
