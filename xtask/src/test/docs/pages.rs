//! The Markdown pages of the project, read with a CommonMark parser: their code blocks, code spans, links, images and anchors.

use crate::project::root;
use anyhow::{Context, Result};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use regex_lite::Regex;
use std::collections::HashMap;
use std::fmt;
use std::fs;
use std::path::Path;

/// Something to fix, and where.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    pub path: String,
    pub line: usize,
    pub text: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.text)
    }
}

/// A page. Its path is relative to the root of the project, with `/` on every system.
pub struct Page {
    pub path: String,
    pub blocks: Vec<Block>,
    pub spans: Vec<Span>,
    pub links: Vec<Link>,
    pub anchors: Vec<String>,
}

/// A fenced code block.
#[derive(Debug, PartialEq, Eq)]
pub struct Block {
    /// The line of the first line of code.
    pub line: usize,
    /// What follows the opening fence.
    pub info: String,
    pub text: String,
}

impl Block {
    /// The first word of the info string.
    pub fn language(&self) -> &str {
        self.info.split([' ', ',']).next().unwrap_or_default()
    }

    /// Why the block is not run, if it says so.
    pub fn no_run(&self) -> Option<&str> {
        let reason =
            self.info.strip_prefix(self.language())?.trim_start().strip_prefix("no-run:")?;
        Some(reason.trim())
    }
}

/// Code within a line.
pub struct Span {
    pub line: usize,
    pub text: String,
}

/// A link or an image.
#[derive(Debug, PartialEq, Eq)]
pub struct Link {
    pub line: usize,
    pub target: String,
    /// The alternative text, of images only.
    pub alt: Option<String>,
}

impl Page {
    /// Reads a page of the project.
    pub fn read(path: &str) -> Result<Self> {
        let text = fs::read_to_string(root().join(path)).with_context(|| path.to_string())?;
        Ok(Self::parse(path, &text))
    }

    /// Parses the text of a page.
    pub fn parse(path: &str, text: &str) -> Self {
        let (mut blocks, mut spans, mut links) = (Vec::new(), Vec::new(), Vec::new());
        let mut anchors = Anchors::default();
        let mut heading: Option<String> = None;
        let mut image: Option<Link> = None;
        let mut block: Option<Block> = None;
        let line_of = |offset: usize| text[..offset].matches('\n').count() + 1;
        let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
        for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
            let line = line_of(range.start);
            match event {
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => {
                    anchors.add_heading(&heading.take().unwrap_or_default());
                }
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                    block =
                        Some(Block { line: line + 1, info: info.to_string(), text: String::new() });
                }
                Event::End(TagEnd::CodeBlock) => blocks.extend(block.take()),
                Event::Start(Tag::Link { dest_url, .. }) => {
                    links.push(Link { line, target: dest_url.to_string(), alt: None });
                }
                Event::Start(Tag::Image { dest_url, .. }) => {
                    let (target, alt) = (dest_url.to_string(), Some(String::new()));
                    image = Some(Link { line, target, alt });
                }
                Event::End(TagEnd::Image) => links.extend(image.take()),
                Event::Html(html) | Event::InlineHtml(html) => {
                    links.extend(html_links(&html, line));
                    anchors.add_html(&html);
                }
                Event::Text(part) | Event::Code(part) if image.is_some() => {
                    image.iter_mut().for_each(|image| {
                        image.alt.get_or_insert_default().push_str(&part);
                    });
                }
                Event::Text(part) if block.is_some() => {
                    block.iter_mut().for_each(|block| block.text.push_str(&part));
                }
                Event::Text(part) => heading.iter_mut().for_each(|text| text.push_str(&part)),
                Event::Code(part) => {
                    heading.iter_mut().for_each(|text| text.push_str(&part));
                    spans.push(Span { line, text: part.to_string() });
                }
                _ => {}
            }
        }
        Self { path: path.to_string(), blocks, spans, links, anchors: anchors.names }
    }

    pub fn finding(&self, line: usize, text: impl Into<String>) -> Finding {
        Finding { path: self.path.clone(), line, text: text.into() }
    }
}

/// The links and images that are written as HTML.
fn html_links(html: &str, line: usize) -> Vec<Link> {
    let tag = Regex::new(r"<(a|img)\b[^>]*>").expect("a valid pattern");
    let attribute = |tag: &str, name: &str| {
        let pattern = Regex::new(&format!(r#"\b{name}\s*=\s*"([^"]*)""#)).expect("a valid pattern");
        pattern.captures(tag).map(|found| found[1].to_string())
    };
    let link = |found: regex_lite::Captures<'_>| {
        let tag = &found[0];
        let is_image = &found[1] == "img";
        let target = attribute(tag, if is_image { "src" } else { "href" })?;
        let alt = is_image.then(|| attribute(tag, "alt").unwrap_or_default());
        Some(Link { line, target, alt })
    };
    tag.captures_iter(html).filter_map(link).collect()
}

/// The anchors of a page, as GitHub names them.
#[derive(Default)]
struct Anchors {
    names: Vec<String>,
    /// How many headings had this anchor before numbers were added.
    same: HashMap<String, usize>,
}

impl Anchors {
    fn add_heading(&mut self, heading: &str) {
        let slug = slug(heading);
        let before = self.same.entry(slug.clone()).or_default();
        let name = if *before == 0 { slug } else { format!("{slug}-{before}") };
        *before += 1;
        self.names.push(name);
    }

    fn add_html(&mut self, html: &str) {
        let id = Regex::new(r#"\b(?:id|name)\s*=\s*"([^"]+)""#).expect("a valid pattern");
        self.names.extend(id.captures_iter(html).map(|found| found[1].to_string()));
    }
}

/// The anchor of a heading: letters, digits, `-` and `_` in lower case, `-` for each space, nothing for the rest.
fn slug(heading: &str) -> String {
    let keep = |c: char| match c {
        ' ' => Some('-'),
        '-' | '_' => Some(c),
        _ => c.is_alphanumeric().then_some(c),
    };
    heading.trim().to_lowercase().chars().filter_map(keep).collect()
}

/// Folders that are built, downloaded or not part of the project.
const NOT_SOURCE: [&str; 8] = [
    "target",
    "node_modules",
    ".git",
    "__pycache__",
    "shared",
    "fuzz/corpus",
    "fuzz/artifacts",
    "crates/queens-cli/page",
];

/// The paths of all source files, relative to the root and in order.
pub fn project_files() -> Result<Vec<String>> {
    let mut found = Vec::new();
    list_files(&root(), "", &mut found)?;
    found.sort();
    Ok(found)
}

fn list_files(folder: &Path, prefix: &str, found: &mut Vec<String>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{prefix}{name}");
        let is_cache = name.starts_with('.') && name.ends_with("_cache") || name == ".hypothesis";
        if NOT_SOURCE.contains(&name.as_str()) || NOT_SOURCE.contains(&path.as_str()) || is_cache {
            continue;
        }
        match entry.file_type()?.is_dir() {
            true => list_files(&entry.path(), &format!("{path}/"), found)?,
            false => found.push(path),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
# A `count` of *boards*, N = 8

See [the next part](#next-part) and ![A board](images/board.svg).

```sh no-run: needs a GPU
queens devices
```

## Next part
## Next part

| a | b |
|---|---|
| `queens count 8` | <img src=\"x.png\" alt=\"An x\"> |
";

    #[test]
    fn blocks_links_and_spans_are_found_with_their_lines() {
        let page = Page::parse("a.md", TEXT);
        let [block] = &page.blocks[..] else { panic!("one block") };
        assert_eq!((block.line, block.language(), &*block.text), (6, "sh", "queens devices\n"));
        assert_eq!(block.no_run(), Some("needs a GPU"));
        let link = |line, target: &str, alt: Option<&str>| Link {
            line,
            target: target.to_string(),
            alt: alt.map(str::to_string),
        };
        let links = [
            link(3, "#next-part", None),
            link(3, "images/board.svg", Some("A board")),
            link(14, "x.png", Some("An x")),
        ];
        assert_eq!(page.links, links);
        let spans: Vec<(usize, &str)> =
            page.spans.iter().map(|span| (span.line, span.text.as_str())).collect();
        assert_eq!(spans, [(1, "count"), (14, "queens count 8")]);
    }

    #[test]
    fn anchors_are_those_of_github() {
        let page = Page::parse("a.md", TEXT);
        assert_eq!(page.anchors, ["a-count-of-boards-n--8", "next-part", "next-part-1"]);
        assert_eq!(slug("What's new in 0.2?"), "whats-new-in-02");
        assert_eq!(slug("`--double-check` and snake_case"), "--double-check-and-snake_case");
        assert_eq!(slug("Größe"), "größe");
    }

    #[test]
    fn the_files_of_the_project_are_found_and_build_outputs_are_not() {
        let files = project_files().unwrap();
        for path in ["README.md", "xtask/words.csv", ".github/workflows/test.yml", ".ci/run"] {
            assert!(files.iter().any(|file| file == path), "{path}");
        }
        assert!(
            !files.iter().any(|file| file.starts_with("target/") || file.contains("node_modules"))
        );
    }
}
