"""Makes nodes and spoils them. All chance comes from one seed."""
