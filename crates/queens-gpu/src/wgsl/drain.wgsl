// Phase 2: every child of a parent is searched to its end, and the solutions are counted.
//
// A lane searches one state at a time, with its own stack in the memory of the workgroup:
//
//   rows         rows still to try in this column          stack   free for the next record   <- top
//   free         rows without a queen                              rows, free, up, down
//   up, down     rows closed by diagonals                          ...
//                                                                  rows, free, up, down       <- bottom
//
// The memory of the stacks limits the number of lanes that a device runs at the same time. So a record is stored only if the search
// comes back to it, and all lanes share the idle state that is below the bottom of every stack.
//
// A step takes the lowest of the rows to try, places the queen, and continues with the first of these that exists: the state after
// the queen, the next row, the record on top of the stack. The step is almost free of branches, because the lanes of a group execute
// the same instruction at the same time, wherever each of them is in its search. `mod.rs` repeats the step: some steps are one round.
//
// Looking ahead. The rows of a state are those that lead on: they are free, and leave a free row in the next column. There a queen
// closes three rows, its own and the two next to it. Let `open` be the rows that are free in the next column before the queen is
// placed. The rows that lead on are those two or more above the lowest open row (`over`), and those two or more below the highest
// (`under`). With two rows left, a row that leads on is a solution, so the last column needs no step.
//
// A lane whose stack is empty continues with the idle state (IDLE), which leads to nothing for 30 steps. After a round, an idle lane
// takes the next child of its parent, or a new parent.
//
// Without gaps, `up` and `down` of a state are those of the next column.
//
// With LEVELS, a lane has a counter per number of free rows; this number identifies the column.

var<workgroup> stack: array<vec4<u32>, LANES * RECORDS + 1u>;

// Queens that each lane has placed since they were last reported, by the number of free rows: 1 to REST. The idle state has three.
var<workgroup> levels: array<u32, LANES * select(1u, REST, LEVELS)>;

fn report_lane_levels(lane: u32, job: u32) {
    for (var free_rows = 1u; free_rows <= REST; free_rows += 1u) {
        let counter = (free_rows - 1u) * LANES + lane;
        add_level(job, free_rows, levels[counter]);
        levels[counter] = 0u;
    }
}

@compute @workgroup_size(LANES)
fn drain(@builtin(local_invocation_index) lane: u32) {
    let listed = min(atomicLoad(&counts[TAKEN]), parameters.page_limit);
    if (lane == 0u) {
        stack[0] = IDLE;
    }
    clear_sums(lane);
    if (LEVELS) {
        for (var i = 0u; i < REST; i += 1u) {
            levels[i * LANES + lane] = 0u;
        }
    }
    var rows = IDLE.x;
    var free = IDLE.y;
    var up = IDLE.z;
    var down = IDLE.w;
    let bottom = i32(lane) + 1;
    var top = bottom - i32(LANES); // 0 or less if the lane is idle
    var found = 0u;  // solutions since they were last reported
    var queens = 0u; // queens placed since then
    var parent = vec4<u32>(0u);
    var drained = 0u; // parents
    var ended = false;
    var next_parent = 0u;
    var end_of_page = 0u;
    // Of the job.
    var job = NONE;
    var root = 0u;
    var mark = 0u;
    var gaps = 0u;

    for (var round = 0u; ; round += 1u) {
        if (top <= 0) {
            if (parent.x == 0u) {
                if (next_parent == end_of_page) {
                    // Pages that this lane leaves are taken by the lanes of later groups.
                    if (MOST_ROUNDS != NONE && round >= MOST_ROUNDS) {
                        ended = true;
                        break;
                    }
                    let number = atomicAdd(&counts[NEXT_PAGE], 1u);
                    if (number >= listed) {
                        ended = true;
                        break;
                    }
                    let page = pages[number];
                    next_parent = number * PAGE;
                    end_of_page = next_parent + page.x;
                    if (page.y != job) {
                        if (job != NONE) {
                            add(job, job, found);
                            found = 0u;
                            if (QUEENS) {
                                add(parameters.job_count + job, job, queens);
                                queens = 0u;
                            }
                            if (LEVELS) {
                                report_lane_levels(lane, job);
                            }
                        }
                        job = page.y;
                        root = jobs[job * JOB_WORDS + JOB_ROOT];
                        mark = jobs[job * JOB_WORDS + JOB_MARK];
                        gaps = jobs[job * JOB_WORDS + JOB_GAPS];
                    }
                }
                if (next_parent < end_of_page) {
                    parent = parents[next_parent];
                    next_parent += 1u;
                    drained += 1u;
                }
            }
            // The next child, if a row can be taken after it. Whether the rows lead on is not checked: this early they nearly always do.
            let queen = lowest_row(parent.x);
            parent.x ^= queen;
            let child_free = parent.y ^ queen;
            let child_up = parent.z | (queen << root);
            let child_down = parent.w | (queen >> root);
            let child_rows = select(0u, child_free & ~(child_up | child_down), queen != 0u);
            queens += countOneBits(child_rows);
            rows = ALL_ROWS;
            if (child_rows != 0u) {
                rows = child_rows;
                free = child_free;
                if (LEVELS) {
                    levels[(countOneBits(child_free) - 1u) * LANES + lane] += countOneBits(child_rows);
                }
                if (GAPS) {
                    up = child_up;
                    down = child_down;
                } else {
                    up = ((child_up & (mark - 1u)) | mark) << 1u;
                    down = child_down >> 1u;
                }
                top = bottom;
            }
            // What a lane adds up between two children fits 32 bits.
            if ((found | queens) >= 0x40000000u) {
                add(job, job, found);
                found = 0u;
                if (QUEENS) {
                    add(parameters.job_count + job, job, queens);
                }
                if (LEVELS) {
                    report_lane_levels(lane, job);
                }
                queens = 0u;
            }
        }
        // step {
        {
            let less = rows - 1u;
            let queen = rows & ~less;
            let left = rows & less;
            let free2 = free ^ queen;
            var next_up: u32;
            var next_down: u32;
            var far_up: u32;
            var far_down: u32;
            var wide = false;
            if (GAPS) {
                // The distances to the next column and from there to the one after it depend only on the number of free rows.
                let distances = gaps >> ((2u * countOneBits(free2) - 2u) & 31u);
                let far = distances & 3u;
                let near = (distances >> 2u) & 3u;
                next_up = (up | queen) << near;
                next_down = (down | queen) >> near;
                far_up = next_up << far;
                far_down = next_down >> far;
                wide = (far & 2u) != 0u;
            } else {
                next_up = (queen << 1u) + up;
                next_down = (queen >> 1u) + down;
                far_up = next_up << 1u;
                far_down = next_down >> 1u;
            }
            let places = free2 & ~(next_up | next_down);
            let open = free2 & ~(far_up | far_down);
            if (MARKED) {
                // The mark is in the highest bit when one row is left.
                found += next_up >> 31u;
            } else {
                // `&` and `|` instead of `&&` and `||`: those would be branches, which some compilers take exponential time for.
                // A single row left is a solution, because the row taken was one that leads on. Before a gap all rows are assumed to
                // lead on, so it is a solution only if the row is free.
                let single = (free2 & (free2 - 1u)) == 0u;
                found += select(0u, 1u, single & (!GAPS | (places != 0u)));
            }
            if (QUEENS) {
                queens += countOneBits(places);
            }
            if (LEVELS) {
                levels[(countOneBits(free2) - 1u) * LANES + lane] += countOneBits(places);
            }
            let over = (open | (0u - open)) << 2u;
            let under = 0x3fffffffu >> countLeadingZeros(open | 1u);
            // Before a gap the queen closes three rows that are not adjacent: no row is excluded.
            let next = places & select(over | under, ALL_ROWS, GAPS & wide);
            let live = next != 0u;
            let more = left != 0u;
            let pushes = live & more;
            if (pushes) {
                stack[top] = vec4<u32>(left, free, up, down);
            }
            rows = select(left, next, live);
            free = select(free, free2, live);
            up = select(up, select(far_up, next_up, GAPS), live);
            down = select(down, select(far_down, next_down, GAPS), live);
            top += select(0, i32(LANES), pushes);
            if (!(live | more)) {
                top -= i32(LANES);
                let record = stack[max(top, 0)];
                rows = record.x;
                free = record.y;
                up = record.z;
                down = record.w;
            }
        }
        // } step
    }
    if (job != NONE) {
        add(job, job, found);
        if (QUEENS) {
            add(parameters.job_count + job, job, queens);
        }
        if (LEVELS) {
            report_lane_levels(lane, job);
        }
    }
    report_end(lane, DRAINED, drained, ended);
}
