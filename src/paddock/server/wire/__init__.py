"""What travels between server and clients on sockets."""
