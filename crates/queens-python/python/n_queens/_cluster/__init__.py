"""The parts of ``n_queens.cluster``: scheduling, workers, and what a worker runs."""
