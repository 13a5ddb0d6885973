"""How things are measured, judged and shown, whatever they are."""
