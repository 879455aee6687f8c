"""The DuckDB database: loading, checking, digests, questions, export."""
