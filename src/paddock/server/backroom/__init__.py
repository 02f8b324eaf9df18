"""Long work in the background: solutions of drives, made where they slow nobody down."""
