"""A public set of replies to questions at a table, each with what a careful reader takes from it."""
