"""Agents at the server's tables: which may be seated, and the processes in which they are asked."""
