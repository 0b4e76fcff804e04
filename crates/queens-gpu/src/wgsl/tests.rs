//! Tests of the host's part: the words of jobs, and the sizes of buffers. The kernels are tested on a device, by `src/tests/device.rs`.

use super::*;
use crate::tests::{cross, plain, plans_by_level};
use queens::{Method, Never};

const LIMITS: Limits = Limits {
    buffer_bytes: 128 << 20,
    lanes: 1024,
    group_lanes: 64,
    round_steps: ROUND,
    most_rounds: u32::MAX,
};

fn passes(size: usize) -> Vec<Pass> {
    let plan = cross(size);
    Pass::all(&plan, &plan.all_jobs(), &LIMITS, "the test").unwrap()
}

#[test]
fn every_job_is_in_one_pass() {
    for size in [10, 13, 16] {
        let passes = passes(size);
        assert_eq!(passes.len(), 2, "N = {size}");
        assert!(!passes[0].gapped && passes[1].work.jobs.iter().all(Job::is_gapped));
        let plan = cross(size);
        let mut ids: Vec<u64> = passes
            .iter()
            .flat_map(|pass| pass.work.plan_jobs.iter().flatten().map(|job| job.id))
            .collect();
        ids.sort_unstable();
        assert_eq!(ids, plan.all_jobs());
    }
}

#[test]
fn stacks_fit_the_memory_that_every_adapter_has() {
    for size in 10..=32 {
        let plan = cross(size);
        let passes = Pass::all(&plan, &plan.sample(2000), &LIMITS, "the test").unwrap();
        for pass in passes {
            let bytes = 16 * (64 * pass.records() + 1);
            assert!(bytes <= 16 << 10, "N = {size}: {bytes} bytes");
        }
    }
    for size in 10..=30 {
        for plan in [plain(size, Method::BITMASK)].into_iter().chain(plans_by_level(size)) {
            for pass in Pass::all(&plan, &plan.all_jobs(), &LIMITS, "the test").unwrap() {
                let counters = if pass.work.levels { most(&pass.work, Job::rest) } else { 1 };
                // The stacks, the counters, and the sums of the workgroup.
                let bytes = 16 * (64 * pass.records() + 1) + 4 * 64 * counters + 8;
                assert!(bytes <= 16 << 10, "N = {size}: {bytes} bytes");
            }
        }
    }
}

/// The distances that the kernel reads for a number of free rows after the queen.
fn distances(word: u32, left: u32) -> (u32, u32) {
    let distances = word >> (2 * left - 2);
    ((distances >> 2) & 3, distances & 3)
}

#[test]
fn two_bits_per_column_hold_all_distances() {
    for size in [13, 16, 24, 31, 32] {
        let plan = cross(size);
        let work = Work::new(&plan, &plan.sample(2000), UnitSize::Lane, "the test").unwrap();
        for job in work.jobs.iter().filter(|job| job.is_gapped()) {
            let word = words(job)[11];
            assert!(job.rest() <= 16, "{job:?}");
            for left in 1..job.rest() {
                let field = |i: u32| (job.gaps >> (5 * i)) as u32 & 31;
                assert_eq!(distances(word, left), (field(left), field(left - 1)), "{job:?}");
            }
        }
    }
}

#[test]
fn buffers_fit_the_limits_of_a_small_device() {
    let plan = cross(20);
    let limits = Limits { buffer_bytes: 8 << 20, lanes: 1 << 20, group_lanes: 32, ..LIMITS };
    for pass in Pass::all(&plan, &plan.all_jobs(), &limits, "the test").unwrap() {
        let bytes = pass.buffer_bytes();
        assert!(bytes.iter().all(|&bytes| bytes <= limits.buffer_bytes), "{bytes:?}");
        assert!(pass.groups()[0] > 0 && pass.parameters()[3] > 0);
        assert_eq!(pass.groups(), [pass.limits.lanes / 32, 4 * pass.limits.lanes / 32]);
    }
}

#[test]
fn limits_follow_from_the_kind_of_a_device() {
    let other = Limits::new(DeviceKind::Other, 4 << 30, 32);
    assert_eq!(other, Limits { lanes: 1 << 14, group_lanes: 32, ..LIMITS });
    let small = Limits::new(DeviceKind::Discrete, 64 << 20, 64);
    assert_eq!(small, Limits { buffer_bytes: 64 << 20, lanes: 1 << 16, ..LIMITS });
    #[cfg(feature = "wgpu")]
    assert_eq!(small.memory_bytes(), 80 << 20);
    let software = Limits::new(DeviceKind::Software, 4 << 30, 4);
    assert_eq!((software.group_lanes, software.round_steps), (64, SOFTWARE_ROUND));
}

#[test]
fn the_source_has_the_constants_of_its_pass_and_a_round_of_steps() {
    let [free, gapped] = &passes(12)[..] else { panic!("two passes") };
    assert!(free.source().contains("const GAPS = false;\nconst MARKED = true;"));
    assert!(gapped.source().contains("const GAPS = true;\nconst MARKED = false;"));
    assert_eq!(free.source().matches("let less = rows - 1u;").count(), 16);
}

#[test]
fn counters_of_two_words_become_results() {
    let mut pass = passes(12).remove(0);
    let jobs = pass.work.jobs.len();
    let mut counts = vec![0; COUNTERS + 2 * jobs];
    counts[NEXT_UNIT] = pass.parameters()[1] + 5;
    counts[ENDED] = 5 * pass.limits.lanes;
    (counts[PRODUCED], counts[DRAINED]) = (9, 9);
    (counts[COUNTERS], counts[COUNTERS + 1]) = (7, 1);
    let weight = pass.work.plan_jobs[0][0].weight;
    let mut results = Vec::new();
    let finished = &mut |_, result: queens::JobResult| {
        results.push(result.count.solutions);
        Ok(())
    };
    assert_eq!(pass.batch_ended(&counts, 0.01, finished, &Never), Ok(true));
    assert_eq!((results.len(), results[0]), (jobs, ((1 << 32) + 7) * weight));
    assert_eq!(results[1], 0);
}

#[test]
fn a_device_that_loses_states_or_ends_too_early_is_noticed() {
    let counts = |ended: u32, produced: u32, drained: u32| {
        let mut pass = passes(12).remove(0);
        let mut counts = vec![0; pass.count_words()];
        (counts[ENDED], counts[PRODUCED], counts[DRAINED]) = (ended, produced, drained);
        let end = pass.batch_ended(&counts, 0.01, &mut |_, _| Ok(()), &Never);
        end.map_err(|error| error.to_string())
    };
    let lanes = 5 * passes(12)[0].limits.lanes;
    assert_eq!(counts(lanes, 7, 7), Ok(false));
    let early = counts(lanes - 1, 7, 7).unwrap_err();
    assert!(early.contains("only 5119 of 5120 lanes"), "{early}");
    let lost = counts(lanes, 7, 6).unwrap_err();
    assert!(lost.contains("the device has searched 6 of 7 states"), "{lost}");
}

#[test]
fn each_batch_starts_with_other_lanes() {
    let mut pass = passes(13).remove(0);
    let mut counts = vec![0; pass.count_words()];
    counts[ENDED] = 5 * pass.limits.lanes;
    let mut firsts = Vec::new();
    for _ in 0..4 {
        let [.., pages, lanes, first, limit, _] = pass.parameters();
        assert!(first < lanes && limit >= 1 && limit * lanes >= pages, "{pages} {lanes} {limit}");
        firsts.push(first);
        assert_eq!(pass.batch_ended(&counts, 0.01, &mut |_, _| Ok(()), &Never), Ok(false));
    }
    assert!(firsts.windows(2).all(|pair| pair[0] != pair[1]), "{firsts:?}");
}
