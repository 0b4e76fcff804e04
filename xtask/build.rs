//! Passes on which machine the task runner is compiled for.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-env=QUEENS_HOST={}", std::env::var("TARGET").expect("cargo sets TARGET"));
}
