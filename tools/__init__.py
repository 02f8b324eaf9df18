"""What builds, measures and trains Paddock; nothing here is installed with it."""
