"""`companion doctor`: asks every device and every file how it is, and says what to do. Mends nothing itself."""
