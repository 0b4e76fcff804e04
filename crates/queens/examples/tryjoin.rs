//! x
use queens::methods::join::Join;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let n: usize = a[1].parse().unwrap();
    let simd: queens::Simd = a.get(2).map_or(queens::Simd::best(), |s| s.parse().unwrap());
    let reps: usize = a.get(3).map_or(1, |s| s.parse().unwrap());
    for _ in 0..reps {
        let t = std::time::Instant::now();
        let join = Join::new(n);
        let mut w = join.worker(simd);
        let mut total = 0u128;
        let mut worst = 0.0f64;
        for j in 0..join.jobs() {
            let s = std::time::Instant::now();
            w.run(j, &queens::Never, |c, k| {
                total += (c * k) as u128;
                Ok(())
            })
            .unwrap();
            worst = worst.max(s.elapsed().as_secs_f64());
        }
        let e = t.elapsed().as_secs_f64();
        println!(
            "{n} {simd}: {total} {} {:.4}s jobs {} worst {:.4} mem {}",
            if Some(total) == queens::published(n) { "ok" } else { "WRONG" },
            e,
            join.jobs(),
            worst / e,
            w.memory()
        );
    }
}
