"""dirt."""
