"""What other libraries take from this one, a file for each of them."""
