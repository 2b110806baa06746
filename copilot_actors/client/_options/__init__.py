"""What an application may say of a session or a client, and what of it goes over the wire."""
