"""A turn of Outspeed over flat arrays: what every way to choose comes to, and the balance of all players."""
