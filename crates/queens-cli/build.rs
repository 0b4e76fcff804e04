//! Builds the command again when the page that it serves was built again.

fn main() {
    println!("cargo:rerun-if-changed=page");
}
