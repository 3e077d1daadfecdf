"""What maintainers run from the repository; nothing here is in the package."""
