//! Counts one board on one thread and does nothing else, for tools that count executed instructions.
//!
//! `cargo bench -p queens --bench instructions -- METHOD N SIMD`, under an emulator as docs/benchmarks.md shows.

use queens::{Error, Method, Never, Request, Simd, Total};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Cargo adds `--bench`.
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    if let [method, size, simd] = &words[..] {
        println!("{}", count(method.parse()?, size.parse()?, simd.parse()?)?);
    } else {
        eprintln!("instructions: needs METHOD N SIMD, such as cross 14 portable");
    }
    Ok(())
}

fn count(method: Method, size: usize, simd: Simd) -> Result<u128, Error> {
    let plan = Request::count(size)?.method(method).plan()?;
    let mut total = Total::new(&plan);
    let mut worker = plan.worker(simd);
    for job in plan.all_jobs() {
        total.add(job, &worker.run(job, &Never)?)?;
    }
    Ok(total.solutions)
}
