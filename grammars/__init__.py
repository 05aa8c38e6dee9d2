"""The grammar of the language, as Lark reads it."""
