"""Administration: reports, bans, announcements, backups and the audit log."""
