//! Files that contain the same version, account or numbers agree.
//!
//! `.github/scripts/release.py check` checks this before a release; `bump` and `owner` change all files together.

use std::fs;
use std::path::Path;

fn read(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    fs::read_to_string(root.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The values of all lines that begin with `prefix`, without quotation marks.
fn values(name: &str, prefix: &str) -> Vec<String> {
    let text = read(name);
    let value = |line: &str| Some(line.trim_start().strip_prefix(prefix)?.trim().replace('"', ""));
    let found: Vec<String> = text.lines().filter_map(value).collect();
    assert!(!found.is_empty(), "{name} has no line that begins with '{prefix}'");
    found
}

fn value(name: &str, prefix: &str) -> String {
    let found = values(name, prefix);
    assert!(found.iter().all(|one| *one == found[0]), "{name}: '{prefix}' has {found:?}");
    found[0].clone()
}

const KUSTOMIZATION: &str = "examples/kubernetes/kustomization.yaml";
const JOBS: [&str; 2] = ["examples/kubernetes/count.yaml", "examples/kubernetes/merge.yaml"];

#[test]
fn every_file_names_the_version_of_the_workspace() {
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(value("Cargo.toml", "version ="), version);
    assert_eq!(value("CITATION.cff", "version:"), version);
    assert_eq!(value(KUSTOMIZATION, "newTag:"), version);
    let manifest = read("Cargo.toml");
    for crate_name in published().into_iter().filter(|name| name != COMMAND) {
        let line =
            format!("{crate_name} = {{ path = \"crates/{crate_name}\", version = \"{version}\"");
        assert!(manifest.contains(&line), "Cargo.toml has no '{line}'");
    }
}

/// No crate depends on the command.
const COMMAND: &str = "queens-cli";

/// The crates that are published.
fn published() -> Vec<String> {
    let manifest = read("Cargo.toml");
    let members = manifest.split("\"crates/").skip(1).map_while(|rest| rest.split('"').next());
    let mut names: Vec<String> = members.map(str::to_string).collect();
    names.sort_unstable();
    names.dedup();
    names.retain(|name| !manifest_of(name).contains("\npublish = false\n"));
    assert!(names.len() >= 6, "{names:?}");
    names
}

fn manifest_of(crate_name: &str) -> String {
    read(&format!("crates/{crate_name}/Cargo.toml"))
}

#[test]
fn crates_are_published_after_those_that_they_depend_on() {
    let script = read(".github/scripts/publish-crates.sh");
    let order = script.lines().find_map(|line| line.strip_prefix("for crate in "));
    let order = order.and_then(|names| names.strip_suffix("; do")).expect("a list of crates");
    let order: Vec<&str> = order.split(' ').collect();
    let mut sorted = order.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, published());
    for (place, crate_name) in order.iter().enumerate() {
        let manifest = manifest_of(crate_name);
        let needs = |other: &&&str| {
            let starts = [format!("\n{other}.workspace"), format!("\n{other} = {{ workspace")];
            starts.iter().any(|start| manifest.contains(start))
        };
        let late: Vec<&&str> = order[place..].iter().filter(needs).collect();
        assert!(late.is_empty(), "{crate_name} is published before {late:?}");
    }
}

#[test]
fn every_file_names_the_same_account() {
    let repository = value("Cargo.toml", "repository =");
    let account = repository.strip_prefix("https://github.com/").expect("a repository on GitHub");
    assert_eq!(value("CITATION.cff", "repository-code:"), repository);
    assert_eq!(value(KUSTOMIZATION, "newName:"), format!("ghcr.io/{}", account.to_lowercase()));
}

/// The jobs run as the user of the image, and there is one pod per shard.
#[test]
fn the_kubernetes_jobs_match_the_image_and_the_number_of_shards() {
    let dockerfile = read("Dockerfile");
    let user = value("Dockerfile", "USER");
    let (uid, gid) = user.split_once(':').expect("user:group");
    assert!(dockerfile.contains(&format!("--chown={user} /image/data /data")));
    for job in JOBS {
        assert_eq!(value(job, "runAsUser:"), uid);
        assert_eq!(value(job, "runAsGroup:"), gid);
        assert_eq!(value(job, "fsGroup:"), gid);
        // The name that the kustomization replaces.
        assert_eq!(value(job, "image:"), "queens", "{job}");
    }
    assert!(read(KUSTOMIZATION).contains("images:\n  - name: queens\n    newName: "));
    let shards = value(KUSTOMIZATION, "- SHARDS=");
    assert_eq!(value(JOBS[0], "completions:"), shards);
    assert_eq!(value(KUSTOMIZATION, "- LEDGERS="), "/data");
}

/// The image is built with the release of Rust in `rust-toolchain.toml`.
#[test]
fn the_image_is_built_with_the_toolchain_of_the_project() {
    let channel = value("rust-toolchain.toml", "channel =");
    let minor = channel.rsplit_once('.').map(|(minor, _)| minor).expect("three numbers");
    assert!(read("Dockerfile").contains(&format!(" rust:{minor}-slim-")), "not Rust {minor}");
}
