"""What a person sees: tables, data frames, progress."""
