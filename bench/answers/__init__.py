"""Simple answers to a bot: players made to exploit it, which show how much there is to exploit."""
