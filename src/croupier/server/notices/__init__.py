"""Notices to absent people by Web Push, without naming cards.

- `encryption`: the server's keys (VAPID), encryption (RFC 8291), sender (RFC 8292).
- `delivery`: sends one notice to an allowed address.
- `notifier`: who is notified of what.
"""
