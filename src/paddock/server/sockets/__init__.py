"""Conversations with clients, at a table and in the lobby."""
