//! The files of the web page, which are compiled into the command or read from a folder.

use crate::support::failure::Failure;
use crate::support::position::unreadable;
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The files that `cargo xtask web` has written to the folder `page` of this crate. The folder is empty in a clone and filled
/// in the published crate. `Files::new` excludes hidden files, such as its `.gitignore`; patterns of rust-embed would need a
/// regular expression engine to build.
#[derive(RustEmbed)]
#[folder = "page"]
#[allow_missing = true]
struct Built;

/// The file at the path `/`.
const INDEX: &str = "index.html";

/// The files that are served, by name. Nothing else is ever served.
pub(super) struct Files(BTreeMap<String, File>);

/// A file and the headers of its responses.
pub(super) struct File {
    /// The content type.
    pub(super) kind: &'static str,
    /// The cache control.
    pub(super) cache: &'static str,
    pub(super) plain: Form,
    /// The compressed form, if there is one.
    pub(super) brotli: Option<Form>,
}

/// A form of a file: plain or compressed.
#[derive(Clone)]
pub(super) struct Form {
    pub(super) bytes: Cow<'static, [u8]>,
    /// The entity tag, a hash of the bytes.
    pub(super) tag: String,
}

impl Files {
    /// The files of this binary.
    pub(super) fn built() -> Self {
        Self::new(Built::iter().filter_map(|name| {
            let file = Built::get(&name)?;
            Some((name.into_owned(), Form::new(file.data, &file.metadata.sha256_hash())))
        }))
    }

    /// The files of a folder and of the folders in it, as they are now. Links and hidden files are left out.
    pub(super) fn in_folder(folder: &Path) -> Result<Self, Failure> {
        if !folder.join(INDEX).is_file() {
            let folder = folder.display();
            return Err(Failure::bad(format!(
                "{folder} has no {INDEX}: expected a folder that 'cargo xtask web' has written"
            )));
        }
        let mut forms = Vec::new();
        read_folder(folder, "", &mut forms)?;
        Ok(Self::new(forms))
    }

    /// Files by name. A name that ends in `.br` is the compressed form of the file without this ending.
    pub(super) fn new(forms: impl IntoIterator<Item = (String, Form)>) -> Self {
        let forms: BTreeMap<String, Form> = forms.into_iter().collect();
        let shown = |name: &str| !name.ends_with(".br") && !name.split('/').any(is_hidden);
        let file = |(name, plain): (&String, &Form)| {
            let brotli = forms.get(&format!("{name}.br")).cloned();
            (
                name.clone(),
                File { kind: kind(name), cache: cache(name), plain: plain.clone(), brotli },
            )
        };
        Self(forms.iter().filter(|(name, _)| shown(name)).map(file).collect())
    }

    /// Whether there is a page.
    pub(super) fn has_page(&self) -> bool {
        self.0.contains_key(INDEX)
    }

    /// The file at a path. The path is not decoded: no name needs that. No file is opened.
    pub(super) fn at(&self, path: &str) -> Option<&File> {
        match path.strip_prefix('/')? {
            "" => self.0.get(INDEX),
            name => self.0.get(name),
        }
    }
}

impl Form {
    pub(super) fn new(bytes: Cow<'static, [u8]>, sha256: &[u8; 32]) -> Self {
        let hex: String = sha256[..16].iter().map(|byte| format!("{byte:02x}")).collect();
        Self { bytes, tag: format!("\"{hex}\"") }
    }
}

/// Adds the files of a folder. Their names begin with `start`.
fn read_folder(folder: &Path, start: &str, forms: &mut Vec<(String, Form)>) -> Result<(), Failure> {
    for entry in fs::read_dir(folder).map_err(|error| unreadable(folder, &error))? {
        let entry = entry.map_err(|error| unreadable(folder, &error))?;
        let path = entry.path();
        let about = entry.metadata().map_err(|error| unreadable(&path, &error))?;
        // No address has a name that is not UTF-8.
        let Some(name) = entry
            .file_name()
            .to_str()
            .filter(|name| !is_hidden(name))
            .map(|name| format!("{start}{name}"))
        else {
            continue;
        };
        if about.is_dir() {
            read_folder(&path, &format!("{name}/"), forms)?;
        } else if about.is_file() {
            let bytes = fs::read(&path).map_err(|error| unreadable(&path, &error))?;
            let hash = Sha256::digest(&bytes).into();
            forms.push((name, Form::new(bytes.into(), &hash)));
        }
    }
    Ok(())
}

fn is_hidden(part: &str) -> bool {
    part.starts_with('.')
}

/// The content type by the extension of the name.
fn kind(name: &str) -> &'static str {
    let end = name.rsplit_once('.').map_or("", |(_, end)| end);
    match end {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "txt" => "text/plain; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}

/// The cache control: a name that contains a hash of its content is cached forever, others are revalidated.
fn cache(name: &str) -> &'static str {
    if has_hash(name) { "public, max-age=31536000, immutable" } else { "no-cache" }
}

/// Whether a name contains a hash as esbuild writes it: `-`, eight capital letters or digits, `.`.
fn has_hash(name: &str) -> bool {
    let hash = |b: &u8| b.is_ascii_uppercase() || b.is_ascii_digit();
    name.as_bytes().windows(10).any(|w| w[0] == b'-' && w[9] == b'.' && w[1..9].iter().all(hash))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(names: &[&str]) -> Files {
        let form =
            |name: &&str| (name.to_string(), Form::new(name.as_bytes().to_vec().into(), &[7; 32]));
        Files::new(names.iter().map(form))
    }

    #[test]
    fn only_files_of_the_page_are_found_and_only_as_they_are_written() {
        let files = files(&["index.html", "a/b.js", "a/b.js.br", "alone.br", ".env", "a/.hidden"]);
        assert!(files.has_page());
        let found = |path: &str| files.at(path).map(|file| file.plain.bytes.clone());
        assert_eq!(*found("/").unwrap(), *b"index.html");
        assert_eq!(*found("/index.html").unwrap(), *b"index.html");
        assert_eq!(*found("/a/b.js").unwrap(), *b"a/b.js");
        let brotli = files.at("/a/b.js").unwrap().brotli.as_ref().unwrap();
        assert_eq!(*brotli.bytes, *b"a/b.js.br");
        assert!(files.at("/").unwrap().brotli.is_none());
        let paths = "|*|//|/a|/a/|/a/b.js.br|/alone.br|/.env|/a/.hidden|index.html|//index.html|\
                     /a/../index.html|/index.html/|/index%2ehtml|/INDEX.HTML";
        for path in paths.split('|') {
            assert!(found(path).is_none(), "{path}");
        }
    }

    #[test]
    fn without_an_index_there_is_no_page() {
        assert!(!files(&[]).has_page());
        assert!(!files(&["app.js", "a/index.html", "index.html.br"]).has_page());
    }

    #[test]
    fn content_types_are_those_that_browsers_require() {
        for (name, expected) in [
            ("index.html", "text/html; charset=utf-8"),
            ("app-ABCD1234.js", "text/javascript; charset=utf-8"),
            ("style.css", "text/css; charset=utf-8"),
            ("queens.wasm", "application/wasm"),
            ("manifest.webmanifest", "application/manifest+json"),
            ("icon.svg", "image/svg+xml"),
            ("LICENSE", "application/octet-stream"),
            ("html", "application/octet-stream"),
        ] {
            assert_eq!(kind(name), expected, "{name}");
        }
    }

    #[test]
    fn names_with_a_hash_are_cached_forever() {
        for name in ["app-ABCD1234.js", "a/queens-00000000.wasm", "x-AAAAAAAA.js.map", "-ABCDEFGH."]
        {
            assert!(has_hash(name), "{name}");
        }
        for name in [
            "",
            "sw.js",
            "app-abcd1234.js",
            "app-ABCD123.js",
            "app-ABCD12345.js",
            "appABCD1234.js",
            "app-ABCD1234",
            "app-ABCD_234.js",
        ] {
            assert!(!has_hash(name), "{name}");
        }
        assert_eq!(cache("sw.js"), "no-cache");
    }

    #[test]
    fn tags_are_quoted_and_differ_with_the_content() {
        let tag = |hash| Form::new(Cow::default(), &hash).tag;
        assert_eq!(tag([0xab; 32]), format!("\"{}\"", "ab".repeat(16)));
        assert_ne!(tag([1; 32]), tag([2; 32]));
    }

    /// The built files contain nothing hidden and no separate compressed copies.
    #[test]
    fn what_is_built_in_is_a_page_or_nothing() {
        let files = Files::built();
        assert_eq!((files.has_page(), !files.0.is_empty()), (cfg!(has_page), cfg!(has_page)));
        assert!(files.0.keys().all(|name| !name.ends_with(".br") && !name.starts_with('.')));
        assert!(files.at("/.gitignore").is_none());
    }
}
