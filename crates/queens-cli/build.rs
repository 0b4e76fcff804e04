//! Rebuilds the command when the web page that it serves has changed.

fn main() {
    println!("cargo:rerun-if-changed=page");
}
