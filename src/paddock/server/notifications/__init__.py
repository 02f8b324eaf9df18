"""Calling people back to tables that wait for them: push messages, mail, webhooks."""
