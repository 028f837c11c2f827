"""Notices to people who are not there: Web Push, which names no card.

- `keys`: the server's keys (VAPID), in a file of their own.
- `encryption`: what a push service may not read (RFC 8291), and who sends it (RFC 8292).
- `endpoints`: which addresses may be sent to.
- `delivery`: sends one notice.
- `notifier`: who is told of what.
"""
