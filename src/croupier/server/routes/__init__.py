"""Routes and sockets: what browsers may ask.

- `session`: the browser that asks, and for whom it may speak.
- `asking`: what is one event and no more, by the checks of `croupier.server.events`.
- `request_models`: what other requests hold.
- `api`: about the server, its games and agents.
- `tables`, `people`, `invitations`: tables, and who is there.
- `chatting`: what people say to each other.
- `socket`: following a table, and playing.
- `replays`, `positions`: finished games; positions as links.
- `circles`: what the same people's games came to.
- `problems`: positions with one clear answer.
- `teaching`: what cards do, why tricks are won, guided first rounds.
- `front_page`, `pages`: the page that browsers load first, and the files of all pages.
- `pictures`: cards, and pages of games of other packages.
- `score_sheets`: sheets for real cards.
- `waiting`: notices to who is not there.
"""
