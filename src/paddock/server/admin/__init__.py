"""For those who host: reports, bans, announcements, backups, and what admins have done."""
