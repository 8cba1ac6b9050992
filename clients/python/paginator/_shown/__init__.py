"""Tables, data frames and progress, for people."""
