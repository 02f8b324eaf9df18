"""What was said is known by its request; accounts are known by how their names look."""

import sqlalchemy as sa
from alembic import op

from paddock.server.looks import look

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this shape."""
    with op.batch_alter_table("messages", schema=None) as batch_op:
        batch_op.add_column(sa.Column("request", sa.String(length=64), nullable=True))
    with op.batch_alter_table("people", schema=None) as batch_op:
        batch_op.add_column(sa.Column("look", sa.String(length=400), nullable=True))
        batch_op.create_index(batch_op.f("ix_people_look"), ["look"], unique=False)
    people = sa.table("people", sa.column("id"), sa.column("name"), sa.column("name_key"), sa.column("look"))
    connection = op.get_bind()
    accounts = connection.execute(sa.select(people.c.id, people.c.name).where(people.c.name_key.is_not(None)))
    for row in accounts.all():
        connection.execute(people.update().where(people.c.id == row.id).values(look=look(row.name)))


def downgrade() -> None:
    """Bring the database back to the shape before."""
    with op.batch_alter_table("people", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_people_look"))
        batch_op.drop_column("look")
    with op.batch_alter_table("messages", schema=None) as batch_op:
        batch_op.drop_column("request")
