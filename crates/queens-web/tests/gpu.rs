//! Questions about counts on a GPU. The device is simulated: its counters are computed from the results of the workers. The kernels
//! are tested on a device by `queens-gpu`, and in a browser by `web/tests/gpu.test.ts`.

use queens::{Method, Request, Weight, published};
use queens_gpu::SMALLEST;
use queens_web::Session;
use serde_json::{Value, json};

fn ask(session: &mut Session, question: Value) -> Result<Value, String> {
    let mut answer: Value = serde_json::from_str(&session.answer(&question.to_string())).unwrap();
    match answer.get_mut("ok") {
        Some(ok) => Ok(ok.take()),
        None => Err(answer["error"].as_str().unwrap().to_string()),
    }
}

fn adapter() -> Value {
    json!({ "buffer_bytes": 128 << 20, "subgroup_size": 32, "software": false })
}

fn request(size: usize) -> Value {
    json!({ "n": size, "method": null, "device": "gpu" })
}

/// The places of the words that the kernels write: `shared.wgsl`.
const PRODUCED: usize = 4;
const DRAINED: usize = 5;
const ENDED: usize = 6;
const NEXT_UNIT: usize = 8;
const COUNTERS: usize = 16;

/// The counts of a device after a batch that has completed the first `jobs` of a pass.
fn counts(pass: &Value, jobs: usize, counters: &[u64]) -> Vec<u32> {
    let number = |value: &Value| value.as_u64().unwrap() as u32;
    let mut counts = vec![0_u32; pass["buffer_bytes"][4].as_u64().unwrap() as usize / 4];
    let lanes = number(&pass["parameters"][4]);
    let [all, units] = [0, 1].map(|i| number(&pass["parameters"][i]));
    counts[ENDED] = 5 * lanes;
    (counts[PRODUCED], counts[DRAINED]) = (7, 7);
    counts[NEXT_UNIT] = units / all * jobs as u32;
    for (i, counter) in counters.iter().enumerate() {
        counts[COUNTERS + 2 * i] = *counter as u32;
        counts[COUNTERS + 2 * i + 1] = (counter >> 32) as u32;
    }
    counts
}

/// The solutions that the kernels count for each job of the passes, which run in this order: without skipped columns, and with.
fn counters(size: usize, jobs: &[u64]) -> [Vec<u64>; 2] {
    let mut session = Session::default();
    let plan = Request::count(size).unwrap().method(Method::CROSS).plan().unwrap();
    let run = json!({ "run": { "of": request(size), "jobs": jobs } });
    let results = ask(&mut session, run).unwrap();
    let start = json!({ "gpu-start": { "of": request(size), "jobs": jobs, "adapter": adapter() } });
    let mut pass = ask(&mut session, start).unwrap();
    [(); 2].map(|()| {
        // A batch that finds nothing tells the order of the jobs.
        let all = pass["parameters"][0].as_u64().unwrap() as usize;
        let batch = json!({ "gpu-batch": { "counts": counts(&pass, all, &[]), "seconds": 0.01 } });
        let order = ask(&mut session, batch).unwrap();
        pass = ask(&mut session, json!({ "gpu-pass": {} })).unwrap();
        let counter = |job: &Value| {
            let job = job["job"].as_u64().unwrap();
            let Weight::Each(weight) = plan.subproblems(job).unwrap()[0].weight else {
                panic!("job {job} of 'cross' has one weight")
            };
            results[job as usize]["solutions"].as_u64().unwrap() / weight
        };
        order["results"].as_array().unwrap().iter().map(counter).collect()
    })
}

#[test]
fn the_counts_of_batches_sum_up_to_the_published_count() {
    for size in [10, 11, 12] {
        let (mut gpu, mut sum) = (Session::default(), Session::default());
        let plan = ask(&mut sum, json!({ "plan": request(size) })).unwrap();
        assert_eq!((&plan["method"], &plan["device"]), (&json!("cross"), &json!("gpu")));
        let jobs: Vec<u64> = (0..plan["jobs"].as_u64().unwrap()).collect();
        let of_passes = counters(size, &jobs);
        let start =
            json!({ "gpu-start": { "of": request(size), "jobs": jobs, "adapter": adapter() } });
        let mut pass = ask(&mut gpu, start).unwrap();
        let mut passes = 0;
        while !pass.is_null() {
            let counters = &of_passes[passes];
            let mut reported = 0;
            for jobs in [counters.len() / 2, counters.len()] {
                let batch = json!({ "gpu-batch": { "counts": counts(&pass, jobs, counters), "seconds": 0.01 } });
                let mut answer = ask(&mut gpu, batch).unwrap();
                assert_eq!(answer["parameters"].is_null(), jobs == counters.len());
                let results = answer["results"].as_array_mut().unwrap();
                reported += results.len();
                assert_eq!(reported, jobs);
                for result in results.iter_mut() {
                    result["solutions"] = json!(result["solutions"].to_string());
                }
                ask(&mut sum, json!({ "take": { "results": results } })).unwrap();
            }
            pass = ask(&mut gpu, json!({ "gpu-pass": {} })).unwrap();
            passes += 1;
        }
        assert_eq!(passes, 2);
        let total = ask(&mut sum, json!({ "total": { "seconds": 0.5 } })).unwrap();
        assert_eq!(total["solutions"], json!(published(size).unwrap()), "N = {size}");
    }
}

#[test]
fn small_boards_are_planned_for_the_workers_and_large_ones_refused() {
    let mut session = Session::default();
    for size in 0..SMALLEST {
        let plan = ask(&mut session, json!({ "plan": request(size) })).unwrap();
        assert_eq!(plan["device"], "cpu", "N = {size}");
        let jobs: Vec<u64> = (0..plan["jobs"].as_u64().unwrap()).collect();
        let run =
            ask(&mut session, json!({ "run": { "of": request(size), "jobs": jobs } })).unwrap();
        let solutions =
            run.as_array().unwrap().iter().map(|job| job["solutions"].as_u64().unwrap());
        assert_eq!(u128::from(solutions.sum::<u64>()), published(size).unwrap(), "N = {size}");
    }
    assert_eq!(ask(&mut session, json!({ "plan": request(24) })).unwrap()["device"], "gpu");
    let refused = ask(&mut session, json!({ "plan": request(25) })).unwrap_err();
    assert_eq!(refused, "N = 25 takes too long on the GPU of a browser; the maximum is 24");
    let arrays = json!({ "plan": { "n": 12, "method": "arrays", "device": "gpu" } });
    let refused = ask(&mut session, arrays).unwrap_err();
    assert!(refused.contains("WebGPU") && refused.contains("'arrays'"), "{refused}");
}

#[test]
fn wrong_questions_about_a_gpu_are_refused_in_one_line() {
    let mut session = Session::default();
    let batch = |counts: &[u32]| json!({ "gpu-batch": { "counts": counts, "seconds": 0.1 } });
    let none = "no pass is running on the GPU";
    assert_eq!(ask(&mut session, batch(&[])).unwrap_err(), none);
    assert_eq!(ask(&mut session, json!({ "gpu-less-memory": {} })).unwrap_err(), none);
    assert_eq!(ask(&mut session, json!({ "gpu-pass": {} })), Ok(Value::Null));
    let start = |size: usize, jobs: &[u64], adapter: Value| json!({ "gpu-start": { "of": request(size), "jobs": jobs, "adapter": adapter } });
    assert!(ask(&mut session, start(9, &[0], adapter())).unwrap_err().contains("too small"));
    assert!(
        ask(&mut session, start(12, &[1 << 40], adapter())).unwrap_err().contains("1099511627776")
    );
    // Without jobs there is nothing to run.
    assert_eq!(ask(&mut session, start(12, &[], adapter())), Ok(Value::Null));
    let pass = ask(&mut session, start(12, &[0, 1], adapter())).unwrap();
    let words = counts(&pass, 0, &[]).len();
    let refused = ask(&mut session, batch(&[1, 2, 3])).unwrap_err();
    assert_eq!(refused, format!("a batch has {words} counts; 3 were read"));
    // A device that ends too early.
    let refused = ask(&mut session, batch(&vec![0; words])).unwrap_err();
    assert!(refused.starts_with("only 0 of 81920 lanes"), "{refused}");
    // A device without memory.
    let nothing = json!({ "buffer_bytes": 0, "subgroup_size": 0, "software": true });
    ask(&mut session, start(12, &[0, 1], nothing)).unwrap();
    let refused = ask(&mut session, json!({ "gpu-less-memory": {} })).unwrap_err();
    assert_eq!(refused, "the GPU has too little memory");
}

#[test]
fn a_pass_can_use_less_memory() {
    let mut session = Session::default();
    let start =
        json!({ "gpu-start": { "of": request(12), "jobs": [0, 1, 2], "adapter": adapter() } });
    let pass = ask(&mut session, start).unwrap();
    let less = ask(&mut session, json!({ "gpu-less-memory": {} })).unwrap();
    let bytes = |pass: &Value| pass["buffer_bytes"][1].as_u64().unwrap();
    assert_eq!(bytes(&less), bytes(&pass) / 2);
    assert_eq!(less["source"], pass["source"]);
}
