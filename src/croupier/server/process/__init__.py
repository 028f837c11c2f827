"""The process of a server: starting it, its connections, its guard, and the application that it runs."""
