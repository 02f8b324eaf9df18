"""Notifications of tables that wait for somebody: push messages, email, webhooks."""
