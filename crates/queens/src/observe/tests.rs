//! Tests of observers: which events reach them, and how often.

use super::{Dynamic, Flow, Observer, Record, Silent, Statistics, first_rows, second_rows};

/// Records every event. It ignores steps from column 3 on, and needs only counts from column 5 on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Log(pub(crate) Vec<String>);

impl Observer for Log {
    fn quiet_from(&self) -> usize {
        5
    }

    fn ignores_steps_from(&self) -> usize {
        3
    }

    fn place(&mut self, col: usize, row: usize) -> Flow {
        self.0.push(format!("place {col} {row}"));
        Flow::Continue(())
    }

    fn remove(&mut self, col: usize, row: usize) {
        self.0.push(format!("remove {col} {row}"));
    }

    fn reject(&mut self, col: usize, row: usize) {
        self.0.push(format!("reject {col} {row}"));
    }

    fn enqueue(&mut self, queued: usize) {
        self.0.push(format!("enqueue {queued}"));
    }

    fn dequeue(&mut self, rows: &[u8], queued: usize) -> Flow {
        self.0.push(format!("dequeue {rows:?} {queued}"));
        Flow::Continue(())
    }

    fn solution(&mut self, rows: &[u8]) -> Flow {
        self.0.push(format!("solution {rows:?}"));
        Flow::Continue(())
    }

    fn duplicate(&mut self, rows: &[u8]) {
        self.0.push(format!("duplicate {rows:?}"));
    }
}

/// One event of each kind, with steps in this column. Returns how they are recorded.
pub(crate) fn send_all<O: Observer>(observer: &mut O, col: usize) -> Vec<String> {
    assert!(observer.place(col, 7).is_continue());
    observer.remove(col, 8);
    observer.reject(col, 9);
    observer.enqueue(4);
    assert!(observer.dequeue(&[1, 2], 3).is_continue());
    assert!(observer.solution(&[5, 6]).is_continue());
    observer.duplicate(&[6, 5]);
    let steps = [("place", 7), ("remove", 8), ("reject", 9)];
    let steps = steps.map(|(step, row)| format!("{step} {col} {row}"));
    let others = ["enqueue 4", "dequeue [1, 2] 3", "solution [5, 6]", "duplicate [6, 5]"];
    [steps.as_slice(), &others.map(String::from)].concat()
}

#[test]
fn a_pair_passes_every_event_to_both() {
    let mut pair = (Log::default(), Log::default());
    let events = send_all(&mut pair, 2);
    assert_eq!((&pair.0.0, &pair.1.0), (&events, &events));
}

#[test]
fn a_pair_needs_what_one_of_the_two_needs() {
    let pair = (Silent, Log::default());
    assert_eq!((pair.quiet_from(), pair.ignores_steps_from()), (5, 3));
    let pair = (Statistics::default(), Log::default());
    assert_eq!((pair.quiet_from(), pair.ignores_steps_from()), (usize::MAX, usize::MAX));
    assert!((Silent, Log::default()).needs_rows() && (Log::default(), Silent).needs_rows());
    assert!(!(Silent, Statistics::default()).needs_rows());
}

#[test]
fn a_silent_observer_needs_nothing() {
    assert_eq!((Silent.quiet_from(), Silent.ignores_steps_from()), (0, 0));
}

#[test]
fn a_trait_object_passes_on_every_event_and_the_steps_that_are_not_ignored() {
    let mut log = Log::default();
    let mut dynamic = Dynamic::new(&mut log);
    assert_eq!(dynamic.quiet_from(), 5);
    let early = send_all(&mut dynamic, 2);
    let late = send_all(&mut dynamic, 3);
    assert_eq!(log.0, [early, late[3..].to_vec()].concat());
}

#[test]
fn a_record_passes_steps_on_and_knows_the_rows() {
    let mut log = Log::default();
    let mut record = Record::new(4, &mut log);
    for (col, row) in [1, 3, 0, 2].into_iter().enumerate() {
        assert!(record.place(col, row).is_continue());
    }
    assert_eq!([0, 1, 2, 3].map(|col| record.row(col)), [1, 3, 0, 2]);
    record.reject(3, 1);
    record.remove(3, 2);
    assert!(!record.quiet(4) && record.quiet(5) && record.quiet(6));
    record.add(7);
    assert_eq!(record.end(Flow::Continue(())).unwrap(), 7);
    let places = ["place 0 1", "place 1 3", "place 2 0", "place 3 2", "reject 3 1", "remove 3 2"];
    assert_eq!(log.0, places);
}

#[test]
fn statistics_count_every_event_and_add_up() {
    let mut statistics = Statistics::default();
    for _ in 0..3 {
        send_all(&mut statistics, 0);
    }
    statistics.enqueue(2);
    let three = Statistics { placements: 3, rejects: 3, dequeues: 3, queue_peak: 4, duplicates: 3 };
    assert_eq!(statistics, three);
    let other = Statistics { placements: 2, rejects: 5, dequeues: 7, queue_peak: 1, duplicates: 9 };
    let sum = Statistics { placements: 5, rejects: 8, dequeues: 10, queue_peak: 4, duplicates: 12 };
    assert_eq!(statistics.checked_add(&other), Some(sum));
    let full = Statistics { placements: u64::MAX - 2, ..Statistics::default() };
    assert_eq!(statistics.checked_add(&full), None);
    assert_eq!(other.checked_add(&full).map(|sum| sum.placements), Some(u64::MAX));
}

#[test]
fn half_of_the_board_has_one_solution_of_each_mirrored_pair() {
    let rows: Vec<usize> = (0..=6).map(first_rows).collect();
    assert_eq!(rows, [0, 1, 1, 2, 2, 3, 3]);
    // A first queen in the middle row is its own mirror image, so the second queen is below the middle.
    assert_eq!([0, 1, 2].map(|first| second_rows(5, first)), [5, 5, 2]);
    assert_eq!([0, 1, 2, 3].map(|first| second_rows(7, first)), [7, 7, 7, 3]);
    assert_eq!([0, 1, 2].map(|first| second_rows(4, first)), [4, 4, 4]);
    assert_eq!(second_rows(6, 3), 6);
}
