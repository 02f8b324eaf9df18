"""Generates TypeScript types for the browser from the server's messages, its addresses and every game.

`python -m tools.typescript web/src/generated`
"""
