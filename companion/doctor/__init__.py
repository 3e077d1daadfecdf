"""`companion doctor`: checks every device and every file, and says what to do. It repairs nothing."""
