"""From the bytes of a file to the rows, numbers and names in it, whatever profiler wrote them."""
