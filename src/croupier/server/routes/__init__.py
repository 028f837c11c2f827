"""Routes and sockets for browsers.

- `session`: the browser of a request, members it may speak for, and its language.
- `asking`: requests that are a single event, by the checks of `croupier.server.events`; chat.
- `request_models`: bodies of other requests.
- `api`: the server, its games and agents; pictures of cards; score sheets.
- `tables`, `people`: tables; people, links, notices to absent people.
- `socket`: following a table, and playing.
- `replays`, `positions`: finished games; positions as links, and problems.
- `circles`: results of the same people's games.
- `teaching`: what cards do, why tricks are won, guided first rounds.
- `pages`: the first page, and the files of all pages.
"""
