"""The server's process, and the messages that go to and fro."""
