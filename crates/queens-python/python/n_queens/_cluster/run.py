"""A run over a cluster: hands out batches and audits, takes answers, and survives bad workers and a lost scheduler."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

from .. import CountResult, Plan
from .pool import Piece, Pool
from .progress import Progress, one_line
from .transport import Ended, SchedulerLostError, Transport, is_cancelled
from .worker import plan_data
from .workers import Batch, Worker, Workers

if TYPE_CHECKING:
    from .._queens import Session, SessionNotice, SessionReport

#: Answers are taken at once; the state of the cluster is checked at this interval.
CHECK_SECONDS = 0.25
#: A batch is late if it takes longer than this many times the expected time,
LATE_FACTOR = 5.0
#: and this many seconds longer than expected. It is then handed out a second time.
LATE_SECONDS = 10.0
#: A worker is excluded after this many bad answers, or this many errors in succession.
MAX_WORKER_FAILURES = 3
#: The run fails after this many errors or bad answers for the same jobs.
MAX_FAILURES = 5
#: Without workers a message is printed after this time, and again each minute.
NO_WORKERS_SECONDS = 5.0
REPEAT_SECONDS = 60.0
#: If no worker has ever counted anything and all are excluded, the run fails after this time.
GRACE_SECONDS = 5.0
#: Audits wait for at most this time until there are enough of them for a batch.
AUDIT_SECONDS = 1.0
#: Towards the end, a batch has the remaining jobs per thread, divided by this number.
SPLIT = 3.0


class Run:
    """One count. ``session`` decides which results are kept, what is audited and who is wrong."""

    def __init__(
        self, plan: Plan, session: Session, transport: Transport, device: str, batch: int | None, progress: Progress
    ) -> None:
        self.plan, self.data = plan, plan_data(plan)
        self.session = session
        self.transport = transport
        self.device = device
        self.batch = batch
        self.progress = progress
        self.workers = Workers(transport)
        self.pool = Pool(session.missing())
        self.batches: dict[str, Batch] = {}
        #: Whether a worker has counted anything.
        self.succeeded = False
        #: Messages about excluded workers, printed when it is clear that the run continues.
        self.held: list[str] = []
        #: Audits that workers have.
        self.audits_out = 0
        self.audited = self.late_checked = self.tried_here = 0.0
        self.without_workers: float | None = None
        self.reported = 0.0

    def count(self) -> tuple[CountResult, SessionReport]:
        """Runs all jobs and audits."""
        self.progress.start(self._done())
        while True:
            try:
                self._until_complete()
                report = self.session.audit_report()
                return self.session.total(), report
            except SchedulerLostError as lost:
                self.progress.say(f"waiting for the scheduler at {self.transport.address}: {lost}")
                for batch in list(self.batches.values()):
                    self._forget(batch)
                self.transport.reconnect()

    def close(self) -> None:
        """Tells the scheduler that no more answers are needed."""
        for batch in self.batches.values():
            # Not left to the destructor, which would swallow an interrupt.
            batch.future.release()
        self.progress.erase()

    def _done(self) -> int:
        return self.plan.jobs - len(self.pool.open)

    def _until_complete(self) -> None:
        while True:
            while self.pool.open or not self.session.is_complete():
                self._turn()
            wrong = self.session.check_total()
            if wrong is None:
                return
            # All jobs that only one worker has counted now wait for another count.
            self.progress.say(wrong)

    def _turn(self) -> None:
        self._poll_workers()
        self._check_usable()
        self._find_late()
        self._hand_out()
        counted_here = self._audit_here()
        for end in self.transport.wait(0.0 if counted_here else CHECK_SECONDS):
            self._ended(end)
        if not self.pool.waiting() and all(batch.late for batch in self.batches.values()):
            # Nothing is left to wait for, so what is missing is handed out.
            self._reset()
        for line in self.session.commit():
            self.progress.say(line)
        self.progress.draw(self._done(), self.plan.jobs)

    # Workers.

    def _poll_workers(self) -> None:
        joined, returned, lost = self.workers.poll()
        for worker in lost:
            for batch in list(worker.batches.values()):
                self._forget(batch)
            if worker.excluded is None:
                self.session.note(f"{worker.label} lost")
        self._report("lost", lost)
        self._report("joined again", returned)
        if self.workers.any_lost():
            self._report("joined", joined)

    def _report(self, event: str, workers: list[Worker]) -> None:
        labels = [worker.label for worker in workers]
        if len(labels) > 5:
            self.progress.say(f"{len(labels)} workers {event}: {', '.join(labels[:5])} and others")
            return
        for worker in workers:
            excluded = f"; it gets no work: {worker.excluded}" if worker.excluded and event != "lost" else ""
            self.progress.say(f"{worker.label} {event}{excluded}")

    def _check_usable(self) -> None:
        """Fails if there is no worker that can count, and none is expected."""
        now = time.monotonic()
        if self.workers.usable():
            self.without_workers = None
            return
        if self.without_workers is None:
            self.without_workers, self.reported = now, 0.0
        waited = now - self.without_workers
        excluded = [worker for worker in self.workers.live.values() if worker.excluded is not None]
        if excluded and self.pool.open:
            patience = self.transport.patience
            refused = all(worker.refused for worker in excluded)
            if self.transport.is_local or (refused and not self.succeeded):
                patience = 0.0
            elif not self.succeeded:
                patience = min(patience, GRACE_SECONDS)
            if waited >= patience:
                kind = ValueError if refused else RuntimeError
                raise kind(one_line(f"no worker can count: {self._reasons(excluded)}"))
        if waited > NO_WORKERS_SECONDS and (self.reported == 0.0 or now - self.reported > REPEAT_SECONDS):
            self.reported = now
            self._print_held()
            why = f" that can count: {self._reasons(excluded)}" if excluded else " yet"
            self.progress.say(f"the scheduler at {self.transport.address} has no workers{why}")

    @staticmethod
    def _reasons(excluded: list[Worker]) -> str:
        by_reason: dict[str, list[str]] = {}
        for worker in excluded:
            by_reason.setdefault(worker.excluded or "", []).append(worker.label)
        if len(by_reason) == 1:
            return next(iter(by_reason))
        return "; ".join(f"{reason} ({', '.join(labels[:3])})" for reason, labels in by_reason.items())

    def _exclude(self, worker: Worker, reason: str, *, refused: bool = False) -> None:
        """A worker that cannot count, or failed too often, gets no more work. Its results are kept."""
        self.workers.exclude(worker, reason, refused=refused)
        self.session.exclude(worker.label, one_line(reason))
        for batch in list(worker.batches.values()):
            self._forget(batch)
        self.held.append(f"{worker.label} gets no more work: {reason}")
        if self.succeeded:
            self._print_held()

    def _print_held(self) -> None:
        for text in self.held:
            self.progress.say(text)
        self.held.clear()

    # Handing out.

    def _hand_out(self) -> None:
        threads, slowest = self.workers.total_threads(), self.workers.slowest()
        speed = sum(worker.threads / (worker.pace.seconds or slowest or 1.0) for worker in self.workers.usable())
        free = [worker for worker in self.workers.usable() if worker.free_slots() > 0]
        while free:
            # One batch each in turn, so that no worker gets the last ones alone.
            for worker in list(free):
                size = worker.pace.size(threads, slowest)
                part = 1.0 / (worker.pace.seconds or slowest or 1.0) / speed / SPLIT
                if not self._hand_to(worker, size, part) or worker.free_slots() <= 0:
                    free.remove(worker)

    def _hand_to(self, worker: Worker, size: int, part: float) -> bool:
        def most(waiting: int) -> int:
            return self.batch or min(size, max(worker.pace.shortest(), math.ceil(waiting * part)))

        unclaimed = self._unclaimed_audits()
        now = time.monotonic()
        due = unclaimed >= size / 4 or not self.pool.fresh or now - self.audited > AUDIT_SECONDS
        if unclaimed > 0 and due and (ids := self.session.next_audits(worker.label, most(unclaimed))):
            self.audited = now
            self._submit(worker, Piece(ids), audit=True)
            return True

        def allowed(piece: Piece) -> bool:
            if worker.address not in piece.avoid:
                return True
            others = (other.address for other in self.workers.usable() if not other.is_late())
            return piece.avoid.issuperset(others)

        piece = self.pool.take(most(self.pool.waiting()), allowed)
        if piece is None:
            return False
        self.session.begun(piece.ids)
        self._submit(worker, piece, audit=False)
        return True

    def _submit(self, worker: Worker, piece: Piece, *, audit: bool) -> None:
        ahead = sum(len(batch.piece.ids) for batch in worker.batches.values()) / worker.threads
        try:
            future = self.transport.submit(worker.address, self.data, piece.ids, self.device)
        except SchedulerLostError:
            self._give_back(worker, piece, audit=audit)
            raise
        batch = Batch(piece, worker, future, audit, ahead)
        self.batches[str(future.key)] = worker.batches[str(future.key)] = batch
        self.audits_out += len(piece.ids) if audit else 0

    def _give_back(self, worker: Worker, piece: Piece, *, audit: bool) -> None:
        if audit:
            self.session.return_audits(worker.label, piece.ids)
        else:
            self.pool.give_back(piece)

    def _forget(self, batch: Batch) -> None:
        """Drops a batch whose answer is not needed, or will not come; its jobs are handed out again."""
        self._remove(batch)
        if not batch.late:
            self._give_back(batch.worker, batch.piece, audit=batch.audit)

    def _remove(self, batch: Batch) -> None:
        key = str(batch.future.key)
        del self.batches[key]
        del batch.worker.batches[key]
        self.audits_out -= len(batch.piece.ids) if batch.audit and not batch.late else 0
        batch.future.release()

    def _find_late(self) -> None:
        """Hands out a second time what takes far longer than expected. The first answer wins."""
        now = time.monotonic()
        if now - self.late_checked < CHECK_SECONDS:
            return
        self.late_checked = now
        slowest = self.workers.slowest()
        for batch in list(self.batches.values()):
            worker = batch.worker
            pace = worker.pace.seconds or slowest
            if batch.late or pace is None:
                continue
            expected = pace * (len(batch.piece.ids) + batch.ahead)
            taken = now - batch.submitted
            if taken <= LATE_FACTOR * expected or taken <= expected + LATE_SECONDS:
                continue
            if not any(other is not worker and not other.is_late() for other in self.workers.usable()):
                continue
            if not worker.is_late():
                what = f"has not answered for {taken:.0f} s (expected: {expected:.1f} s)"
                self.progress.say(f"{worker.label} {what}; its jobs are also given to other workers")
                self.session.note(f"{worker.label} {what}")
            batch.late = True
            self.audits_out -= len(batch.piece.ids) if batch.audit else 0
            piece = Piece(batch.piece.ids, {*batch.piece.avoid, worker.address}, batch.piece.failures)
            self._give_back(worker, piece, audit=batch.audit)

    # Answers.

    def _ended(self, end: Ended) -> None:
        batch = self.batches.get(end.key)
        if batch is None:
            return
        if end.error is not None and is_cancelled(end.error):
            raise SchedulerLostError("it lost a batch")
        self._remove(batch)
        worker, answer = batch.worker, end.answer
        if batch.late if batch.audit else not self.pool.open.issuperset(batch.piece.ids):
            # Another worker was faster, at least with some of the jobs. A late batch was handed out again as a whole.
            if not batch.late:
                self._give_back(worker, batch.piece, audit=False)
            return
        if end.error is not None:
            reason = f"{type(end.error).__name__}: {end.error}"
            if isinstance(end.error, (ImportError, AttributeError)):
                self._give_back(worker, batch.piece, audit=batch.audit)
                self._exclude(worker, f"it cannot load n_queens ({reason})")
            else:
                self._error(batch, reason)
        elif isinstance(answer, tuple) and len(answer) == 2 and answer[0] == "refused":
            self._give_back(worker, batch.piece, audit=batch.audit)
            self._exclude(worker, str(answer[1]), refused=True)
        elif isinstance(answer, tuple) and len(answer) == 2 and answer[0] == "failed":
            self._error(batch, str(answer[1]))
        else:
            is_form = isinstance(answer, tuple) and len(answer) == 3 and answer[0] == "counted"
            found, seconds = (answer[1], answer[2]) if isinstance(answer, tuple) and is_form else (answer, None)
            self._counted(batch, found, seconds)

    def _counted(self, batch: Batch, found: object, seconds: object) -> None:
        worker, ids = batch.worker, batch.piece.ids
        notices = self.session.finished(worker.label, ids, found)
        kinds = {notice.kind for notice in notices}
        if "bad_answer" in kinds:
            text = next(notice.text for notice in notices if notice.kind == "bad_answer")
            worker.bad_answers += 1
            self._failed(batch, text)
        elif "ignored" in kinds:
            self._give_back(worker, batch.piece, audit=batch.audit)
        else:
            worker.failures = 0
            self.succeeded = True
            self._print_held()
            out = time.monotonic() - batch.submitted
            worker.pace.learn(len(ids), seconds if isinstance(seconds, float) else out, out)
            if not batch.audit:
                self.pool.close(ids)
        self._take_notices(notices)

    def _error(self, batch: Batch, reason: str) -> None:
        """A worker sent an error instead of results."""
        text = f"an error of {batch.worker.label}: {reason}"
        self.session.note(one_line(text))
        self._failed(batch, text)

    def _failed(self, batch: Batch, text: str) -> None:
        """A worker sent an error or a bad answer: its jobs are counted elsewhere if there is another worker."""
        worker, piece = batch.worker, batch.piece
        worker.failures += 1
        failed = Piece(piece.ids, {*piece.avoid, worker.address}, piece.failures + 1)
        self._give_back(worker, failed, audit=batch.audit)
        if failed.failures >= MAX_FAILURES:
            jobs = f"job {piece.ids[0]}" if len(piece.ids) == 1 else f"{len(piece.ids)} jobs, including job {piece.ids[0]},"
            raise RuntimeError(one_line(f"{jobs} failed {failed.failures} times: {text}"))
        if worker.failures >= MAX_WORKER_FAILURES or worker.bad_answers >= MAX_WORKER_FAILURES:
            # The message names the worker itself.
            self._exclude(worker, text.partition(f"{worker.label}: ")[2] or text)
        else:
            number = "1 job" if len(piece.ids) == 1 else f"{len(piece.ids)} jobs"
            self.progress.say(f"{text}; {number} will be counted again")

    def _take_notices(self, notices: list[SessionNotice]) -> None:
        for notice in notices:
            if notice.kind in ("disagreement", "wrong_worker"):
                self.progress.say(notice.text)
            if notice.kind == "disagreement":
                # This process decides, at once.
                self.tried_here = 0.0
            if notice.kind == "wrong_worker":
                for worker in list(self.workers.live.values()):
                    if worker.label == notice.worker:
                        self.workers.exclude(worker, notice.text)
                        for batch in list(worker.batches.values()):
                            self._forget(batch)
                self._reset()

    def _reset(self) -> None:
        """Reads the missing jobs again, after results were withdrawn."""
        out = {job for batch in self.batches.values() if not batch.audit and not batch.late for job in batch.piece.ids}
        self.pool.reset(self.session.missing(), out)

    # Audits.

    def _unclaimed_audits(self) -> int:
        return self.session.audits_waiting() - self.audits_out

    def _audit_here(self) -> bool:
        """Counts a job in this process if counts of workers differ, or if no worker may count it again."""
        now = time.monotonic()
        is_due = not self.pool.open or now - self.tried_here > CHECK_SECONDS
        if not is_due or self._unclaimed_audits() <= 0:
            return False
        labels = [worker.label for worker in self.workers.usable() if not worker.is_late()]
        notices = self.session.audit_here(labels)
        if notices is None:
            # Looking for such a job takes long compared with handing out a batch.
            self.tried_here = now
            return False
        self._take_notices(notices)
        return True
