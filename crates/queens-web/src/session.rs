//! The questions of the page, and the state that is kept between them.
//!
//! Each worker of the page has one session. `web/src/protocol.ts` has the same questions and answers in TypeScript.

use crate::answer::{Answer, answered};
use crate::{animation, count, explore, free, gpu, local, play, watch};
use serde::Deserialize;

/// A question of the page: its name and its parameters.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Question {
    Methods(Nothing),
    Published(Nothing),
    Watch(watch::Watch),
    Length(watch::Length),
    NextSolution(watch::NextSolution),
    LocalSearch(local::LocalSearchAt),
    Tree(watch::TreeOf),
    Animation(animation::Range),
    GifSheet(animation::Range),
    GifStart(animation::Range),
    GifFrames(animation::Frames),
    Read(play::Read),
    Look(play::Look),
    Hint(play::Hint),
    Solve(play::SolvePosition),
    Solutions(play::Solutions),
    Puzzle(play::Make),
    PuzzleOfDay(play::MakeOfDay),
    Remaining(free::Remaining),
    BySquarePlan(free::Plan),
    BySquareRun(free::Run),
    BySquareTotal(free::Total),
    List(explore::Open),
    Rows(explore::Rows),
    Place(explore::Place),
    Solution(explore::Shown),
    Check(explore::Check),
    Plan(count::CountRequest),
    Run(count::Run),
    Take(count::Take),
    Total(count::Finish),
    Measure(count::Measure),
    GpuStart(gpu::Start),
    GpuPass(Nothing),
    GpuBatch(gpu::Batch),
    GpuLessMemory(Nothing),
}

/// An empty object.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// The state of one worker of the page between its questions.
#[derive(Default)]
pub struct Session {
    watching: Option<watch::Watching>,
    searching: Option<local::Searching>,
    writing: Option<queens_draw::animation::Gif>,
    listed: Option<explore::Listed>,
    counting: Option<count::Counting>,
    passes: gpu::Passes,
}

impl Session {
    /// Answers a question. Question and answer are JSON.
    ///
    /// ```
    /// let mut session = queens_web::Session::default();
    /// assert_eq!(
    ///     session.answer(r#"{"read": {"text": "size:4 given:b4"}}"#),
    ///     r#"{"ok":{"size":4,"rules":"queens","stars":1,"given":["B4"],"closed":[],"regions":null,"short":"size:4 given:B4","colours":null}}"#
    /// );
    /// ```
    pub fn answer(&mut self, question: &str) -> String {
        self.answer_with(question, &[])
    }

    /// Answers a question to which bytes are attached: the pixels of a picture.
    pub fn answer_with(&mut self, question: &str, attachment: &[u8]) -> String {
        answered(question, |question| self.answer_to(question, attachment))
    }

    fn answer_to(&mut self, question: Question, attachment: &[u8]) -> Answer {
        match question {
            Question::Methods(Nothing {}) => count::methods(),
            Question::Published(Nothing {}) => count::published(),
            Question::Watch(watch) => watch.answer(&mut self.watching),
            Question::Length(length) => length.answer(),
            Question::NextSolution(next) => next.answer(),
            Question::LocalSearch(at) => at.answer(&mut self.searching),
            Question::Tree(tree) => tree.answer(),
            Question::Animation(range) => range.svg(),
            Question::GifSheet(range) => range.sheet(),
            Question::GifStart(range) => range.start(attachment, &mut self.writing),
            Question::GifFrames(frames) => frames.answer(&mut self.writing),
            Question::Read(read) => read.answer(),
            Question::Look(look) => look.answer(),
            Question::Hint(hint) => hint.answer(),
            Question::Solve(solve) => solve.answer(),
            Question::Solutions(solutions) => solutions.answer(),
            Question::Puzzle(make) => make.answer(),
            Question::PuzzleOfDay(make) => make.answer(),
            Question::Remaining(remaining) => remaining.answer(),
            Question::BySquarePlan(plan) => plan.answer(),
            Question::BySquareRun(run) => run.answer(),
            Question::BySquareTotal(total) => total.answer(),
            Question::List(open) => open.answer(&mut self.listed),
            Question::Rows(rows) => rows.answer(&self.listed),
            Question::Place(place) => place.answer(&self.listed),
            Question::Solution(shown) => shown.answer(),
            Question::Check(check) => check.answer(),
            Question::Plan(request) => request.answer(&mut self.counting),
            Question::Run(run) => run.answer(&mut self.counting),
            Question::Take(take) => take.answer(&mut self.counting),
            Question::Total(total) => total.answer(&mut self.counting),
            Question::Measure(measure) => measure.answer(),
            Question::GpuStart(start) => start.answer(&mut self.counting, &mut self.passes),
            Question::GpuPass(Nothing {}) => gpu::pass(&self.passes),
            Question::GpuBatch(batch) => batch.answer(&mut self.passes),
            Question::GpuLessMemory(Nothing {}) => gpu::use_less_memory(&mut self.passes),
        }
    }
}
