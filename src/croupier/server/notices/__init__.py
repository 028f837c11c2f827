"""Notices to people who are not there: Web Push, which names no card.

- `encryption`: the server's keys (VAPID), what a push service may not read (RFC 8291), who sends it (RFC 8292).
- `delivery`: sends one notice, to an address that may be sent to.
- `notifier`: who is told of what.
"""
