//! Lets the linker of macOS leave the functions of Python undefined.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
