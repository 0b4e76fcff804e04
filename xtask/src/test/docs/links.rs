//! Links: every file, anchor and image that a page or a comment names exists, and every page can be reached from README.md.

use super::pages::{Finding, Link, Page};
use regex_lite::Regex;
use std::collections::{HashMap, HashSet};

/// The page that must link, directly or through other pages of its folder, to every page of `docs/`.
const INDEX: &str = "docs/README.md";

/// The pages and the names of all files, to look links up in.
pub struct Site<'a> {
    pages: HashMap<&'a str, &'a Page>,
    files: HashSet<&'a str>,
}

impl<'a> Site<'a> {
    pub fn new(pages: &'a [Page], files: &'a [String]) -> Self {
        Self {
            pages: pages.iter().map(|page| (page.path.as_str(), page)).collect(),
            files: files.iter().map(String::as_str).collect(),
        }
    }

    /// Whether a file, or a folder with files in it, exists.
    fn exists(&self, path: &str) -> bool {
        let folder = format!("{}/", path.trim_end_matches('/'));
        self.files.contains(path) || self.files.iter().any(|file| file.starts_with(&folder))
    }

    /// What is wrong with a path from the root and an anchor in it.
    fn problem(&self, path: &str, anchor: Option<&str>) -> Option<String> {
        if !path.is_empty() && !self.exists(path) {
            return Some(format!("'{path}' does not exist"));
        }
        let (anchor, page) = (anchor?, self.pages.get(path)?);
        let known = page.anchors.iter().any(|name| name == anchor);
        (!known).then(|| format!("'{path}' has no heading for '#{anchor}'"))
    }

    /// What is wrong with a link of a page.
    fn link_problem(&self, page: &Page, link: &Link) -> Option<String> {
        if link.alt.as_ref().is_some_and(|alt| alt.trim().is_empty()) {
            return Some(format!("the image '{}' has no alternative text", link.target));
        }
        if link.target.contains("://") || link.target.starts_with("mailto:") {
            return external_problem(&link.target);
        }
        let (path, anchor) = split_anchor(&link.target);
        match path.is_empty() {
            true => self.problem(&page.path, anchor),
            false => match resolve(&page.path, path) {
                Some(path) => self.problem(&path, anchor),
                None => Some(format!("'{path}' is outside the project")),
            },
        }
    }

    /// Everything that is wrong with the links of a page.
    pub fn check_page(&self, page: &Page) -> Vec<Finding> {
        let finding = |link: &Link| Some(page.finding(link.line, self.link_problem(page, link)?));
        page.links.iter().filter_map(finding).collect()
    }

    /// The pages that a text names without a link, such as `docs/methods.md#bit-masks` in a comment.
    pub fn check_source(&self, path: &str, text: &str) -> Vec<Finding> {
        let name =
            r"(?:^|[^\w/.-])((?:docs|examples|npm|crates|web|xtask)/[\w./-]*\w\.md)(#[\w-]+)?";
        let name = Regex::new(name).expect("a valid pattern");
        let mut findings = Vec::new();
        for (line, text) in text.lines().enumerate() {
            for found in name.captures_iter(text) {
                let anchor = found.get(2).map(|anchor| &anchor.as_str()[1..]);
                if let Some(text) = self.problem(&found[1], anchor) {
                    findings.push(Finding { path: path.to_string(), line: line + 1, text });
                }
            }
        }
        findings
    }

    /// The pages of `docs/` that cannot be reached from README.md by links.
    pub fn check_reachable(&self) -> Vec<Finding> {
        let finding = |path: &str, text: String| Finding { path: path.to_string(), line: 1, text };
        let mut findings = Vec::new();
        if !self.targets("README.md").contains(INDEX) {
            findings.push(finding("README.md", format!("does not link to {INDEX}")));
        }
        let mut reached: HashSet<String> = HashSet::from([INDEX.to_string()]);
        let mut next = vec![INDEX.to_string()];
        while let Some(page) = next.pop() {
            let new = self.targets(&page).into_iter().filter(|path| path.starts_with("docs/"));
            next.extend(new.filter(|path| reached.insert(path.clone())));
        }
        let docs = self.pages.keys().filter(|path| path.starts_with("docs/"));
        let missing = docs.filter(|path| !reached.contains(**path));
        findings
            .extend(missing.map(|path| finding(path, format!("cannot be reached from {INDEX}"))));
        findings.sort();
        findings
    }

    /// The files that a page links to.
    fn targets(&self, path: &str) -> HashSet<String> {
        let links = self.pages.get(path).map(|page| page.links.as_slice()).unwrap_or_default();
        links.iter().filter_map(|link| resolve(path, split_anchor(&link.target).0)).collect()
    }
}

fn split_anchor(target: &str) -> (&str, Option<&str>) {
    match target.split_once('#') {
        Some((path, anchor)) => (path, Some(anchor)),
        None => (target, None),
    }
}

/// The path of a link from the root, or `None` if it leaves the project.
fn resolve(page: &str, target: &str) -> Option<String> {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

/// What is wrong with an address on the web. It is not fetched.
fn external_problem(target: &str) -> Option<String> {
    let address = Regex::new(r"^https://[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+(/[^\s<>]*)?$");
    let is_valid = address.expect("a valid pattern").is_match(target);
    (!is_valid).then(|| format!("'{target}' is not an https address"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(page: &str, text: &str) -> Vec<String> {
        let pages = [
            Page::parse(page, text),
            Page::parse("docs/methods.md", "# Methods\n## Bit masks\n[index](README.md)"),
        ];
        let files = ["README.md", "docs/README.md", "docs/methods.md", "docs/images/board.svg"];
        let files = files.map(str::to_string);
        let site = Site::new(&pages, &files);
        site.check_page(&pages[0]).into_iter().map(|finding| finding.to_string()).collect()
    }

    #[test]
    fn links_to_files_and_anchors_that_exist_pass() {
        let text = "# Top\n[a](#top) [b](methods.md#bit-masks) [c](../README.md) [d](images/)\n\
                    ![A board](images/board.svg) [e](https://oeis.org/A000170)";
        assert_eq!(findings("docs/README.md", text), [""; 0]);
    }

    #[test]
    fn every_wrong_link_is_found() {
        let wrong = [
            ("[a](#bottom)", "'docs/README.md' has no heading for '#bottom'"),
            ("[a](methods.md#bit-sets)", "'docs/methods.md' has no heading for '#bit-sets'"),
            ("[a](algorithms.md)", "'docs/algorithms.md' does not exist"),
            ("[a](../../other)", "'../../other' is outside the project"),
            ("![](images/board.svg)", "the image 'images/board.svg' has no alternative text"),
            ("![A tree](images/tree.svg)", "'docs/images/tree.svg' does not exist"),
            ("[a](http://oeis.org)", "'http://oeis.org' is not an https address"),
            ("[a](https://oeis)", "'https://oeis' is not an https address"),
        ];
        for (text, finding) in wrong {
            let text = format!("# Top\n\n{text}");
            assert_eq!(findings("docs/README.md", &text), [format!("docs/README.md:3: {finding}")]);
        }
    }

    #[test]
    fn comments_name_anchors_that_exist() {
        let pages = [Page::parse("docs/methods.md", "## Bit masks")];
        let files = ["docs/methods.md".to_string()];
        let site = Site::new(&pages, &files);
        let text = "//! See docs/methods.md#bit-masks.\n//! See docs/methods.md#bit-sets and\n// `docs/old.md`.";
        let found: Vec<String> =
            site.check_source("a.rs", text).iter().map(Finding::to_string).collect();
        assert_eq!(
            found,
            [
                "a.rs:2: 'docs/methods.md' has no heading for '#bit-sets'",
                "a.rs:3: 'docs/old.md' does not exist"
            ]
        );
    }

    #[test]
    fn pages_that_nothing_links_to_are_found() {
        let check = |readme: &str, index: &str| -> Vec<String> {
            let pages = [
                Page::parse("README.md", readme),
                Page::parse("docs/README.md", index),
                Page::parse("docs/methods.md", "[engines](engines.md#cross)"),
                Page::parse("docs/engines.md", ""),
            ];
            let site = Site::new(&pages, &[]);
            site.check_reachable().iter().map(Finding::to_string).collect()
        };
        assert_eq!(check("[docs](docs/README.md)", "[methods](methods.md)"), [""; 0]);
        assert_eq!(
            check("", ""),
            [
                "README.md:1: does not link to docs/README.md",
                "docs/engines.md:1: cannot be reached from docs/README.md",
                "docs/methods.md:1: cannot be reached from docs/README.md",
            ]
        );
    }
}
