"""What tests of games stand on."""
