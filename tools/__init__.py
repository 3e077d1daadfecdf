"""Tools for maintainers, which run from the repository and are not in the package."""
