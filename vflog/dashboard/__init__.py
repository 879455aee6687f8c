"""The dashboard: the report's figures over a database that grows, chosen by filters, in a browser (Dash, an extra).

Nothing in this process ever opens the database: a child copies it (`copying`), and pages are made from the copy
(`copies`). What is chosen stands in the address (`address`).
"""
