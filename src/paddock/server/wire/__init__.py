"""WebSocket connections and the frames they carry."""
