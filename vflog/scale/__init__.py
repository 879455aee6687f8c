"""Many processes: inputs divided, judged in parts, and merged as if one process had read them."""
