//! The size of batches: a batch should take a certain time.

/// If a batch is shorter than its target by this factor, the next one is four times as large instead of twice.
const MUCH_SHORTER: f64 = 8.0;

/// The number of pages that a batch fills. It follows the time that batches take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pace {
    pages: u32,
    most: u32,
    target_seconds: f64,
}

impl Pace {
    /// The first batch fills `first` pages, no batch more than `most`. Batches shorter than the target grow, those of more than twice
    /// the target shrink.
    pub(crate) fn new(first: u32, most: u32, target_seconds: f64) -> Self {
        Self { pages: first.clamp(1, most.max(1)), most: most.max(1), target_seconds }
    }

    /// The number of pages that the next batch fills.
    pub(crate) fn pages(&self) -> u32 {
        self.pages
    }

    /// Takes the time of a batch into account.
    pub(crate) fn took(&mut self, seconds: f64) {
        let target = self.target_seconds;
        self.pages = match seconds {
            seconds if seconds > 2.0 * target => self.pages / 2,
            seconds if seconds * MUCH_SHORTER < target => self.pages.saturating_mul(4),
            seconds if seconds < target => self.pages.saturating_mul(2),
            _ => self.pages,
        }
        .clamp(1, self.most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_stay_between_one_and_the_most() {
        let mut pace = Pace::new(500, 100, 0.1);
        assert_eq!(pace.pages(), 100);
        pace.took(0.001);
        assert_eq!(pace.pages(), 100);
        for _ in 0..10 {
            pace.took(1.0);
        }
        assert_eq!(pace.pages(), 1);
        assert_eq!(Pace::new(0, 0, 0.1).pages(), 1);
    }

    #[test]
    fn batches_of_up_to_twice_the_target_keep_their_size() {
        let mut pace = Pace::new(1, 100, 0.1);
        pace.took(0.06);
        assert_eq!(pace.pages(), 2);
        pace.took(0.15);
        assert_eq!(pace.pages(), 2);
        pace.took(0.3);
        assert_eq!(pace.pages(), 1);
    }

    #[test]
    fn short_batches_grow_faster() {
        let mut pace = Pace::new(1, 1000, 0.1);
        pace.took(0.01);
        assert_eq!(pace.pages(), 4);
        pace.took(0.02);
        assert_eq!(pace.pages(), 8);
        pace.took(0.1);
        assert_eq!(pace.pages(), 8);
    }
}
