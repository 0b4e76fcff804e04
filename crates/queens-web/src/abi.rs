//! How bytes come in and go out: three functions and two imports, without a binding generator.
//!
//! The page asks for room ([`queens_room`]), writes its question there, lets it be answered ([`queens_answer`]) and reads the answer where
//! [`queens_answer_at`] points. Both texts stay where they are until the next question.
//!
//! Names without mangling count as unsafe code, because another library could have the same, and so does the declaration of what
//! the page brings; nothing here touches memory by hand.
#![allow(unsafe_code)]

#[cfg(feature = "package")]
use crate::Package as Session;
#[cfg(not(feature = "package"))]
use crate::Session;
use std::cell::RefCell;
#[cfg(not(target_arch = "wasm32"))]
use std::{sync::LazyLock, time::Instant};

thread_local! {
    static SESSION: RefCell<(Session, Vec<u8>, String)> = RefCell::default();
}

#[cfg(target_arch = "wasm32")]
mod page {
    // SAFETY: they take and return numbers; a module that is not given them is refused before it runs.
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        /// The page hears how far a job is.
        pub safe fn progress(job: f64, done: f64);
        /// The clock of the page: milliseconds since any moment.
        pub safe fn now() -> f64;
    }
}

/// Tells the page how far a job is; where there is no page, nobody.
pub(crate) fn progress(job: u64, done: f64) {
    #[cfg(target_arch = "wasm32")]
    page::progress(job as f64, done);
    #[cfg(not(target_arch = "wasm32"))]
    let _ = (job, done);
}

/// The seconds since a moment that stays the same.
pub(crate) fn seconds() -> f64 {
    #[cfg(target_arch = "wasm32")]
    return page::now() / 1000.0;
    #[cfg(not(target_arch = "wasm32"))]
    {
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        START.elapsed().as_secs_f64()
    }
}

/// Room for a question of this many bytes of UTF-8.
#[unsafe(no_mangle)]
pub extern "C" fn queens_room(length: usize) -> *mut u8 {
    SESSION.with_borrow_mut(|(_, question, _)| {
        question.clear();
        question.resize(length, 0);
        question.as_mut_ptr()
    })
}

/// Answers the question; the length of the answer in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn queens_answer() -> usize {
    SESSION.with_borrow_mut(|(session, question, answer)| {
        *answer = session.answer(&String::from_utf8_lossy(question));
        answer.len()
    })
}

/// Where the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn queens_answer_at() -> *const u8 {
    SESSION.with_borrow(|(_, _, answer)| answer.as_ptr())
}
