"""What people do at a table beside playing: who sits where, links and claims, chat, deletion.

Each module checks what somebody asks for against the room, and makes it an event.

- `seats`: how many seats there are, and the game's options.
- `entering`, `claims`: seats that change hands, and seats that are taken back.
- `fair_deal`: numbers from each person's browser, before the first card.
- `positions`, `position_words`: what of a position a seat may take away as a link, and when none is analysed.
- `chatting`: what people may say to each other.
- `deletion`: a table that goes, with the assent of all.
- `nudging`, `clocks`: reminding who is due; a decision for whom a clock has ended.
- `positions`, `position_words`: links to positions, and why one is not shown.
"""
