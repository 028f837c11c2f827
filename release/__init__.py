"""What makes a version: checks, wheel and sdist, a first game from them, and what they depend on. For development.

``uv run python -m release VERSION`` does it all (`release.__main__`); nothing is uploaded.

- `refusals`: without a clean tree, a section of the changelog and passing checks no version is made
- `built`: what is in wheel and sdist, and what the package's page would lack
- `installed`: the wheel alone in an empty environment, where it plays, trains and serves
- `audit`: known vulnerabilities of what croupier depends on, also as a command of its own
- `owner`: what only the owner of the project can fill in
"""
