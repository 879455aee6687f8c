"""The Celestial roles (VF-C): one module a role, each a value `ROLE` (see `frame`); `conduct` is what the rules ask."""
