"""The law of views: two logs that differ only in what a view hides give the same bytes in that view."""
