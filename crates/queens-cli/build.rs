//! Rebuilds the command when the web page that it serves has changed, and sets `has_page` if there is one.

fn main() {
    println!("cargo::rerun-if-changed=page");
    println!("cargo::rustc-check-cfg=cfg(has_page)");
    if std::path::Path::new("page/index.html").exists() {
        println!("cargo::rustc-cfg=has_page");
    }
}
