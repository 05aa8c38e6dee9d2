"""What a compiled game needs to run; it imports nothing of the compiler."""
