"""The jobs that have no result yet, and which of them are still to be handed out."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field


@dataclass
class Piece:
    """Jobs that are handed out together."""

    ids: list[int]
    #: Addresses of the workers that did not answer, or not correctly. Others are preferred.
    avoid: set[str] = field(default_factory=set)
    #: The number of times that a worker reported an error or sent a bad answer.
    failures: int = 0


class Pool:
    """The jobs without a result. A job is in one piece at most, or with workers, or both after a worker was late."""

    def __init__(self, missing: Iterable[int]) -> None:
        self.fresh: deque[int] = deque(missing)
        self.pieces: deque[Piece] = deque()
        #: All jobs without a result.
        self.open: set[int] = set(self.fresh)

    def waiting(self) -> int:
        """The number of jobs to hand out."""
        return len(self.fresh) + sum(len(piece.ids) for piece in self.pieces)

    def take(self, most: int, allowed: Callable[[Piece], bool]) -> Piece | None:
        """Takes jobs to hand out: first those that were handed out before."""
        for _ in range(len(self.pieces)):
            piece = self.pieces.popleft()
            piece.ids = [job for job in piece.ids if job in self.open]
            if not piece.ids:
                continue
            if not allowed(piece):
                self.pieces.append(piece)
                continue
            taken, rest = piece.ids[:most], piece.ids[most:]
            if rest:
                self.pieces.appendleft(Piece(rest, piece.avoid, piece.failures))
            return Piece(taken, piece.avoid, piece.failures)
        ids: list[int] = []
        while self.fresh and len(ids) < most:
            job = self.fresh.popleft()
            if job in self.open:
                ids.append(job)
        return Piece(ids) if ids else None

    def give_back(self, piece: Piece) -> None:
        """Takes back jobs that a worker did not count."""
        self.pieces.append(piece)

    def close(self, ids: Iterable[int]) -> None:
        """Removes jobs that now have a result."""
        self.open.difference_update(ids)

    def reset(self, missing: Iterable[int], out: set[int]) -> None:
        """Sets the jobs without a result, after some were withdrawn. Those in ``out`` are with workers."""
        missing = list(missing)
        self.open = set(missing)
        held = {job for piece in self.pieces for job in piece.ids}
        self.fresh = deque(job for job in missing if job not in out and job not in held)
