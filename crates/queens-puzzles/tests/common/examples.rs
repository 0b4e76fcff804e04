//! Examples of texts in all formats.

/// The examples of a kind of text: the text, and its short form or the beginning of its error message.
pub(crate) fn examples(kind: &str) -> Vec<(String, &'static str)> {
    let sections = include_str!("../data/texts.txt").split("== ").skip(1);
    let of_kind = sections.filter_map(|section| section.strip_prefix(kind)?.strip_prefix(": "));
    let unescaped = |text: &str| {
        let text = text.replace("\\\\", "\0").replace("\\n", "\n").replace("\\r", "\r");
        text.replace("\\t", "\t").replace('\0', "\\")
    };
    let pairs = of_kind.flat_map(|section| {
        let lines: Vec<&str> = section.lines().skip(1).collect();
        lines.chunks(2).map(|pair| (unescaped(pair[0]), pair[1].trim_start())).collect::<Vec<_>>()
    });
    pairs.collect()
}
