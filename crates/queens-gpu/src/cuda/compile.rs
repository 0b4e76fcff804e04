//! The kernels: compiled by NVRTC for the device, or read from the cache.

#![allow(unsafe_code)]

use super::cache;
use super::device::failed;
use crate::devices::Unavailable;
use cudarc::driver::{CudaContext, CudaModule};
use cudarc::nvrtc::{Ptx, result as nvrtc, sys as nvrtc_sys};
use std::ffi::{CStr, CString};
use std::sync::Arc;

/// The kernels of a device from the cache; if they are not there, they are compiled and written to it. With `steps`, the second phase
/// counts its steps.
pub(super) fn load(
    context: &Arc<CudaContext>,
    capability: &str,
    steps: bool,
) -> Result<Arc<CudaModule>, Unavailable> {
    let arch = format!("sm_{capability}");
    let key = cache::Key::new(&arch, &arguments(steps), SOURCE);
    if let Some(code) = key.read()
        && let Ok(kernels) = context.load_module(Ptx::from_binary(code))
    {
        return Ok(kernels);
    }
    let code = compile(&arch, steps)?;
    key.write(&code);
    let kernels = context.load_module(Ptx::from_binary(code));
    kernels.map_err(|error| failed(context.ordinal(), &error))
}

/// The source of the kernels.
const SOURCE: &str = concat!(
    include_str!("../../kernels/types.cuh"),
    include_str!("../../kernels/expand.cu"),
    include_str!("../../kernels/drain.cu"),
);

fn arguments(steps: bool) -> Vec<String> {
    let mut arguments = vec!["--std=c++17".to_string()];
    if steps {
        arguments.push("--define-macro=COUNT_STEPS".to_string());
    }
    arguments
}

/// Compiles the kernels for an architecture.
fn compile(arch: &str, steps: bool) -> Result<Vec<u8>, Unavailable> {
    // SAFETY: this only loads the library, and looks for a function that versions before CUDA 11.1 lack.
    let present = unsafe {
        nvrtc_sys::is_culib_present()
            && nvrtc_sys::culib().get::<unsafe extern "C" fn()>(b"nvrtcGetCUBIN\0").is_ok()
    };
    if !present {
        return Err(Unavailable::NoCompiler);
    }
    let rejected = |reason: String| Unavailable::Kernels(arch.to_string(), reason);
    let source = CString::new(SOURCE).expect("the source has no zeros");
    let program = nvrtc::create_program(&source, Some(c"queens.cu"))
        .map_err(|error| rejected(format!("{error:?}")))?;
    let mut arguments = arguments(steps);
    arguments.push(format!("--gpu-architecture={arch}"));
    // SAFETY: the program was created above, and is destroyed once, below.
    let code = unsafe {
        let compiled = nvrtc::compile_program(program, &arguments);
        match compiled {
            Ok(()) => cubin(program).map_err(|error| rejected(format!("{error:?}"))),
            Err(error) => {
                let log = nvrtc::get_program_log(program).unwrap_or_default();
                let log: Vec<u8> = log.iter().flat_map(|c| c.to_ne_bytes()).collect();
                let log = CStr::from_bytes_until_nul(&log).unwrap_or_default().to_string_lossy();
                let first = log.lines().find(|line| line.contains("error"));
                Err(rejected(first.map_or_else(|| format!("{error:?}"), str::to_string)))
            }
        }
    };
    // SAFETY: as above.
    let _ = unsafe { nvrtc::destroy_program(program) };
    code
}

/// The machine code of a compiled program.
///
/// # Safety
/// The program must exist and be compiled.
unsafe fn cubin(program: nvrtc_sys::nvrtcProgram) -> Result<Vec<u8>, nvrtc::NvrtcError> {
    let mut len = 0;
    // SAFETY: the program exists; the buffer has the length that NVRTC asked for.
    unsafe {
        nvrtc_sys::nvrtcGetCUBINSize(program, &mut len).result()?;
        let mut code = vec![0u8; len];
        nvrtc_sys::nvrtcGetCUBIN(program, code.as_mut_ptr().cast()).result()?;
        Ok(code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernels_compile_where_there_is_a_compiler() {
        for steps in [false, true] {
            match compile("sm_90", steps) {
                Ok(code) => assert!(code.starts_with(b"\x7fELF")),
                Err(Unavailable::NoCompiler) => println!("skipped: no NVRTC here"),
                Err(error) => panic!("{error}"),
            }
        }
    }

    /// What both languages must agree on is defined in both.
    #[test]
    fn the_kernels_have_the_same_constants() {
        use super::super::launch::*;
        let constants = [
            ("PAGE", PAGE as u32),
            ("EXPAND_THREADS", EXPAND_THREADS),
            ("DRAIN_THREADS", DRAIN_THREADS),
            ("RECORD_WORDS", RECORD_WORDS),
            ("LANE_WORDS", LANE_WORDS),
            ("WARP_WORDS", WARP_WORDS),
            ("MOST_COLUMNS", COLUMNS_BYTES / 2),
            ("LEVEL_COUNTERS", crate::work::LEVEL_COUNTERS as u32),
        ];
        for (name, value) in constants {
            let line = format!("static const u32 {name} = {value};");
            assert!(SOURCE.contains(&line), "{line}");
        }
        assert!(SOURCE.contains(&format!("#define RECORD \"{}\"", DRAIN_THREADS * 16)));
        assert!(SOURCE.contains(&format!("#define LEVEL \"{}\"", DRAIN_THREADS * 4)));
        let sizes =
            [("Job", size_of::<crate::work::Job>()), ("Page", 8), ("Batch", size_of::<Batch>())];
        for (name, size) in sizes {
            let line = format!("static_assert(sizeof({name}) == {size}");
            assert!(SOURCE.contains(&line), "{line}");
        }
    }
}
