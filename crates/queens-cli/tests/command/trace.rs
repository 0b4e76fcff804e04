use super::*;

#[test]
fn every_step_is_a_line() {
    let text = printed("trace bitmask 4 --limit 4");
    let place = |index, square| {
        format!("{{\"index\":{index},\"step\":\"place\",\"square\":\"{square}\"}}\n")
    };
    let remove = "{\"index\":2,\"step\":\"remove\",\"square\":\"B3\"}\n";
    assert_eq!(text, place(0, "A1") + &place(1, "B3") + remove + &place(3, "B4"));
}

#[test]
fn a_trace_can_be_read_from_any_step() {
    for method in ["arrays", "stacked", "breadth", "tiles", "dancing-links"] {
        let all = printed(&format!("trace {method} 5"));
        let tail: String = all.lines().skip(40).take(7).map(|l| l.to_string() + "\n").collect();
        assert_eq!(printed(&format!("trace {method} 5 --from 40 --limit 7")), tail);
    }
}

#[test]
fn all_kinds_of_steps_occur() {
    let text = printed("trace arrays 5") + &printed("trace tiles 6");
    for step in ["place", "remove", "reject", "enqueue", "dequeue", "solution", "duplicate"] {
        assert!(text.contains(&format!("\"step\":\"{step}\"")), "{step}");
    }
}
