"""The sections of the table. Each module measures one and returns its rows."""
