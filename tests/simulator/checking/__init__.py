"""What people were told against what is stored, computed anew.

- `history`: what people have said and heard; `record`: that, beside what is stored.
- `promises`: the log, what was confirmed, the chat, and what each page was told.
- `clocks`: the tables' clocks against the times in which nobody served.
- `leaks`: two evenings that differ in what is hidden, against each other.
"""
