//! Random paths and random parts of jobs, from which the work and the time of a job are estimated without running all of it.

use super::super::bits::bits;
use super::expand::{Start, Step};
use super::{Class, Cross, Prefix, Worker};
use crate::engines::{Costs, Random, WorkerCosts};
use crate::{Control, Error, Event};

/// The columns of the left half that a part leaves open: the search by levels needs some.
const MIN_LEFT: usize = 2;

/// A row of `places` at random, as a set; they are not empty.
fn choose(places: u32, random: &mut Random) -> u32 {
    let place = random.below(places.count_ones() as usize);
    bits(places).nth(place).expect("the place is below the number of rows")
}

impl Costs for Cross {
    /// An estimate of the number of queens that a job places, from one random path.
    fn probe(&self, job: u64, random: &mut Random) -> Option<f64> {
        let Start { route, filled, mut state } = self.start(job);
        let (mut nodes, mut sum) = (1.0, 0.0);
        for step in &route.left[filled..] {
            let places = step.places(state.near);
            if places == 0 {
                return Some(sum);
            }
            nodes *= f64::from(places.count_ones());
            sum += nodes;
            state = step.set_left(state, choose(places, random));
        }
        let mut state = state.right();
        for step in &route.right {
            let places = step.places(state);
            if places == 0 {
                return Some(sum);
            }
            nodes *= f64::from(places.count_ones());
            sum += nodes;
            state = step.set(state, choose(places, random));
        }
        Some(sum)
    }
}

impl Worker<'_> {
    /// Runs a part of a job: the solutions with `depth` more queens at random. Returns the number of parts that it stands for
    /// and the number of placed queens, or `None` if the job has too few columns.
    fn part(
        &mut self,
        job: u64,
        depth: usize,
        random: &mut Random,
        control: &dyn Control,
    ) -> Result<Option<(f64, u64)>, Error> {
        let mut start = self.cross.start(job);
        if start.filled + depth + MIN_LEFT > start.route.left.len() {
            return Ok(None);
        }
        let mut parts = 1.0;
        for _ in 0..depth {
            let step: &Step = &start.route.left[start.filled];
            let places = step.places(start.state.near);
            if places == 0 {
                // This path ends above the depth: nothing is left to run.
                control.event(Event::Begun(job));
                return Ok(Some((0.0, 0)));
            }
            parts *= f64::from(places.count_ones());
            start.state = step.set_left(start.state, choose(places, random));
            start.filled += 1;
        }
        control.event(Event::Begun(job));
        let placements = self.drain.run(&start, job, control, &mut |_| Ok(()))?;
        Ok(Some((parts, placements)))
    }
}

impl WorkerCosts for Worker<'_> {
    fn run_part(
        &mut self,
        job: u64,
        depth: usize,
        random: &mut Random,
        control: &dyn Control,
    ) -> Result<Option<f64>, Error> {
        let part = self.part(job, depth, random, control)?;
        Ok(part.map(|(parts, _)| parts))
    }

    /// The bytes of the buffers.
    fn memory(&self) -> usize {
        self.drain.memory()
    }

    /// The bytes of the plan of jobs.
    fn shared_memory(&self) -> usize {
        self.cross.classes.len() * (size_of::<Class>() + size_of::<u32>())
            + self.cross.prefixes.len() * size_of::<Prefix>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, Never, Simd};

    #[test]
    fn random_parts_stand_for_the_whole_job() {
        let cross = Cross::new(&Board::new(13).unwrap());
        let mut worker = cross.worker(Simd::best());
        let mut random = Random::new(3);
        for job in [0, cross.jobs() / 2] {
            let all = worker.run(job, &Never, |_, _| Ok(())).unwrap() as f64;
            let above = cross.newly_placed(job, cross.class(job), cross.start(job).filled) as f64;
            let draws = 4000;
            let mut sum = 0.0;
            for _ in 0..draws {
                let (parts, placed) = worker.part(job, 1, &mut random, &Never).unwrap().unwrap();
                // The queen of the part itself is also placed.
                sum += parts * (placed + 1) as f64 / f64::from(draws);
            }
            assert!((sum / (all - above) - 1.0).abs() < 0.1, "job {job}: {sum} of {all}");
        }
        assert_eq!(worker.part(0, 13, &mut random, &Never).unwrap(), None);
    }
}
