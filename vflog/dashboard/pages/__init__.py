"""The pages of the dashboard: each makes of what is chosen what stands on it."""
