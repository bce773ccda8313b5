"""What keeps memory from doing harm: the scanner, ablation, the circuit breaker."""
