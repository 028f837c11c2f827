"""Routes and sockets: what browsers may ask.

- `session`: the browser that asks, for whom it may speak, and in which language it is answered.
- `asking`: what is one event and no more, by the checks of `croupier.server.events`; chat.
- `request_models`: what other requests hold.
- `api`: about the server, its games and agents; pictures of cards; score sheets.
- `tables`, `people`: tables; who is there, links, notices to who is not.
- `socket`: following a table, and playing.
- `replays`, `positions`: finished games; positions as links, and problems.
- `circles`: what the same people's games came to.
- `teaching`: what cards do, why tricks are won, guided first rounds.
- `pages`: the page that browsers load first, and the files of all pages.
"""
