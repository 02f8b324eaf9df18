"""TypeScript types for the browser, made from the types of the wire, of the addresses and of every game.

`python -m tools.typescript web/src/generated`
"""
