//! The binary interface of the module: four exported functions and two imports, without a binding generator.
//!
//! The caller asks for a buffer ([`queens_room`]), writes its question there, calls [`queens_answer`] and reads the answer at
//! [`queens_answer_at`]. Both buffers are valid until the next question. Bytes that are no text, such as pixels, are attached to a
//! question: the caller asks for a second buffer ([`queens_attachment`]) and writes them there before it calls [`queens_answer`],
//! which frees that buffer.
//!
//! `no_mangle` and `extern` count as unsafe code, because names could clash. Nothing here accesses memory by pointers.
#![allow(unsafe_code)]

#[cfg(feature = "package")]
use crate::Package as Session;
#[cfg(all(feature = "picture", not(feature = "package")))]
use crate::PictureReader as Session;
#[cfg(not(any(feature = "package", feature = "picture")))]
use crate::Session;
use std::cell::RefCell;
#[cfg(not(target_arch = "wasm32"))]
use std::{sync::LazyLock, time::Instant};

/// The state of the module: what answers questions, and the buffers.
#[derive(Default)]
struct State {
    session: Session,
    question: Vec<u8>,
    attachment: Vec<u8>,
    answer: String,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

#[cfg(target_arch = "wasm32")]
mod page {
    // SAFETY: they take and return numbers. A module without these imports cannot be instantiated.
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        /// Receives the progress of a job, from 0 to 1.
        pub safe fn progress(job: f64, done: f64);
        /// A clock in milliseconds, with an arbitrary origin.
        pub safe fn now() -> f64;
    }
}

/// Reports the progress of a job to the page. Does nothing outside WebAssembly.
pub(crate) fn progress(job: u64, done: f64) {
    #[cfg(target_arch = "wasm32")]
    page::progress(job as f64, done);
    #[cfg(not(target_arch = "wasm32"))]
    let _ = (job, done);
}

/// A clock in seconds, with an arbitrary origin.
pub(crate) fn seconds() -> f64 {
    #[cfg(target_arch = "wasm32")]
    return page::now() / 1000.0;
    #[cfg(not(target_arch = "wasm32"))]
    {
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        START.elapsed().as_secs_f64()
    }
}

/// Returns a buffer for a question of `length` bytes of UTF-8.
#[unsafe(no_mangle)]
pub extern "C" fn queens_room(length: usize) -> *mut u8 {
    STATE.with_borrow_mut(|State { question, .. }| {
        question.clear();
        question.resize(length, 0);
        question.as_mut_ptr()
    })
}

/// Returns a buffer for `length` bytes that belong to the next question.
#[unsafe(no_mangle)]
pub extern "C" fn queens_attachment(length: usize) -> *mut u8 {
    STATE.with_borrow_mut(|State { attachment, .. }| {
        *attachment = vec![0; length];
        attachment.as_mut_ptr()
    })
}

/// Answers the question. Returns the length of the answer in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn queens_answer() -> usize {
    STATE.with_borrow_mut(|State { session, question, attachment, answer }| {
        let attachment = std::mem::take(attachment);
        *answer = session.answer_with(&String::from_utf8_lossy(question), &attachment);
        answer.len()
    })
}

/// Returns the address of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn queens_answer_at() -> *const u8 {
    STATE.with_borrow(|state| state.answer.as_ptr())
}
