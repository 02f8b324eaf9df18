"""The database: schema, migrations, and queries shared by several services."""
