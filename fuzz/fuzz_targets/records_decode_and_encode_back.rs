//! Any record decodes to what was encoded; any bytes and a change of any byte are refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use queens::Count;
use queens_ledger::Record;

type Numbers = (u64, u64, Option<u64>, u64, u64, u64);

fuzz_target!(|input: (Numbers, &str, &str, [u8; 32], &[u8], usize, u8)| {
    let (numbers, device, engine, plan, bytes, place, change) = input;
    assert!(Record::decode(bytes, &plan).is_err(), "no checksum fits by chance");
    let (job, solutions, placements, microseconds, finished, session) = numbers;
    let mut count = Count::default();
    count.add(solutions, 1).unwrap();
    let (device, engine, program) = (device.into(), engine.into(), String::new());
    let record =
        Record { job, count, placements, microseconds, finished, session, device, engine, program };
    let mut bytes = record.encode(&plan);
    assert_eq!(Record::decode(&bytes, &plan), Ok(record));
    let place = place % bytes.len();
    bytes[place] ^= change.max(1);
    assert!(Record::decode(&bytes, &plan).is_err());
});
