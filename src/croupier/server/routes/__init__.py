"""Routes and sockets: what browsers may ask, and the application that answers."""
