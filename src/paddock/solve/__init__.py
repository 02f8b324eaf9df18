"""Exact and near-exact solutions of solo drives."""
