//! Line charts with a logarithmic y-axis, for times against N.
//!
//! Each line has its own colour and marker. Its name is on the right, as near to the height of its end
//! as the other names allow.
//!
//! Work and memory: O(points).  Values without a logarithm (zero, negative, not a number) are omitted.

use super::board::{GREY, INK, steps};
use super::canvas::{Canvas, Element, Path, Point, Shape, Text, text_width};
use super::palette::Colour;

/// A chart of one or more lines.
///
/// ```
/// use queens_draw::chart::{Chart, Series};
///
/// let times = vec![(8.0, 2.1e-5), (9.0, 8.3e-5), (10.0, 3.6e-4), (11.0, 1.8e-3)];
/// let chart = Chart {
///     title: "Time to count all solutions".to_string(),
///     x_label: "N".to_string(),
///     y_label: "time".to_string(),
///     y_unit: |seconds| format!("{seconds} s"),
///     series: vec![Series { name: "bitmask".to_string(), points: times }],
/// };
/// assert!(chart.canvas().svg().contains(">0.001 s</text>"));
/// ```
#[derive(Clone, Debug)]
pub struct Chart {
    /// The heading of the chart.
    pub title: String,
    /// The label of the x-axis.
    pub x_label: String,
    /// The label of the y-axis.
    pub y_label: String,
    /// Formats a value of y next to its grid line.
    pub y_unit: fn(f64) -> String,
    /// The lines.
    pub series: Vec<Series>,
}

/// A line of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// The name of the line.
    pub name: String,
    /// The points of the line, as x and y.
    pub points: Vec<(f64, f64)>,
}

const COLOURS: [Colour; 8] = [
    [0x2f, 0x6d, 0xb3],
    [0xd9, 0x62, 0x2b],
    [0x2e, 0x8b, 0x57],
    [0xb0, 0x3a, 0x5b],
    [0x7a, 0x5b, 0xb5],
    [0x8a, 0x6d, 0x1f],
    [0x17, 0x95, 0xa5],
    [0x4a, 0x55, 0x60],
];

/// Filled shapes around the origin, after a disc. Five shapes and eight colours distinguish forty lines.
const MARKERS: [&str; 4] = [
    "M-3.6 -3.6 L3.6 -3.6 L3.6 3.6 L-3.6 3.6 Z",
    "M0 -4.9 L4.7 3.4 L-4.7 3.4 Z",
    "M0 -5.2 L5.2 0 L0 5.2 L-5.2 0 Z",
    "M0 4.9 L4.7 -3.4 L-4.7 -3.4 Z",
];

/// The size and position of the plot in the picture.
const PLOT_WIDTH: f64 = 640.0;
const PLOT_HEIGHT: f64 = 420.0;
const TOP: f64 = 58.0;
const FONT: f64 = 13.0;
/// The distance from one name to the next.
const LINE_HEIGHT: f64 = 18.0;
/// The distance from the plot to the names.
const LEADER: f64 = 26.0;

impl Chart {
    /// The chart as shapes, for the writers.
    pub fn canvas(&self) -> Canvas {
        let lines: Vec<Vec<Point>> = self.series.iter().map(visible).collect();
        let across = Axis::over(lines.iter().flatten().map(|&(x, _)| x));
        let decades = Axis::over(lines.iter().flatten().map(|&(_, y)| y.log10()));

        let units: Vec<(f64, String)> = decades
            .ticks(12.0)
            .map(|decade| (decade, (self.y_unit)(10f64.powi(decade as i32))))
            .collect();
        let unit_width = units.iter().map(|(_, unit)| text_width(unit, FONT)).fold(0.0, f64::max);
        let left = 44.0 + unit_width;
        let (right, bottom) = (left + PLOT_WIDTH, TOP + PLOT_HEIGHT);
        // A margin inside the plot keeps markers off its frame.
        let x_of = |x: f64| left + 14.0 + across.share(x) * (PLOT_WIDTH - 28.0);
        let y_of = |decade: f64| bottom - decades.share(decade) * PLOT_HEIGHT;

        let mut canvas = Canvas::new(&self.title, 0.0, 0.0);
        canvas.add(Text::new(&self.title, (left, 30.0), 18.0, INK));
        for (decade, unit) in &units {
            let y = y_of(*decade);
            canvas.add(Path::lines([[(left, y), (right, y)]]).drawn([0xd5, 0xdc, 0xe3], 1.0));
            canvas.add(Text::new(unit, (left - 9.0, y + 4.5), FONT, GREY).end());
        }
        for (x, value) in across.ticks(16.0).map(|x| (x_of(x), x)) {
            canvas.add(Path::lines([[(x, bottom), (x, bottom + 5.0)]]).drawn(GREY, 1.0));
            canvas.add(Text::new(value.to_string(), (x, bottom + 21.0), FONT, GREY).middle());
        }
        canvas.add(Path::lines([[(left, bottom), (right, bottom)]]).drawn(GREY, 1.0));
        let middle = (left + PLOT_WIDTH / 2.0, bottom + 44.0);
        canvas.add(Text::new(&self.x_label, middle, FONT + 1.0, INK).middle());
        let place = (22.0, TOP + PLOT_HEIGHT / 2.0);
        canvas.add(Text::new(&self.y_label, place, FONT + 1.0, INK).middle().upright());

        let places: Vec<Vec<Point>> = lines
            .iter()
            .map(|line| line.iter().map(|&(x, y)| (x_of(x), y_of(y.log10()))).collect())
            .collect();
        for (number, line) in places.iter().enumerate() {
            canvas.define(&symbol(number), || vec![marker(number).into()]);
            let drawn = Path::lines([line.iter().copied()]).drawn(colour(number), 2.0);
            let markers = line.iter().map(|&at| Element::symbol(symbol(number), at, 1.0));
            let line: Element = drawn.into();
            let (title, at) = (self.series[number].name.clone(), (0.0, 0.0));
            let elements = [line].into_iter().chain(markers).collect();
            let series: Element = Shape::Group { title, at, elements }.into();
            canvas.add(series.with("class", "series"));
        }
        // The name of a line without points is at the bottom.
        let ends: Vec<f64> =
            places.iter().map(|line| line.last().map_or(bottom, |p| p.1)).collect();
        let heights = spread(&ends, TOP, bottom);
        let mut width = right;
        for (number, series) in self.series.iter().enumerate() {
            let (x, y) = (right + LEADER, heights[number]);
            if let Some(&(end, height)) = places[number].last() {
                // Horizontal to the edge of the plot, then diagonal.
                let leader = Path::lines([[(end + 7.0, height), (right, height), (x - 8.0, y)]]);
                canvas.add(leader.drawn(colour(number), 1.0).dashed(1.5, 3.0).opacity(0.45));
            }
            canvas.add(Element::symbol(symbol(number), (x, y), 1.0));
            let name = Text::new(&series.name, (x + 10.0, y + 4.5), FONT, colour(number));
            canvas.add(Element::from(name).with("class", "name"));
            width = width.max(x + 10.0 + text_width(&series.name, FONT));
        }
        width = width.max(left + text_width(&self.title, 18.0));
        let lowest = heights.iter().copied().fold(bottom, f64::max);
        canvas.width = (width + 16.0).ceil();
        canvas.height = (bottom + 60.0).max(lowest + 16.0).ceil();
        canvas
    }
}

/// The points that the chart can show, from left to right.
fn visible(series: &Series) -> Vec<(f64, f64)> {
    let shown = |&(x, y): &(f64, f64)| x.abs() < 1e9 && y.is_finite() && y > 0.0;
    let mut points: Vec<(f64, f64)> = series.points.iter().copied().filter(shown).collect();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    points
}

/// The range of an axis, from `first` to `last`, which differ.
struct Axis {
    first: f64,
    last: f64,
}

impl Axis {
    /// The range of the values, rounded to integers at both ends.
    fn over(values: impl Iterator<Item = f64>) -> Self {
        let range = |(first, last): (f64, f64), value: f64| (first.min(value), last.max(value));
        let (first, last) = values.fold((f64::INFINITY, f64::NEG_INFINITY), range);
        let (first, last) = (first.floor(), last.ceil());
        if first > last {
            Self { first: 0.0, last: 1.0 }
        } else if first == last {
            Self { first: first - 1.0, last: last + 1.0 }
        } else {
            Self { first, last }
        }
    }

    /// The relative position of a value on the axis, from 0 to 1.
    fn share(&self, value: f64) -> f64 {
        (value - self.first) / (self.last - self.first)
    }

    /// About `most` multiples of a round step.
    fn ticks(&self, most: f64) -> impl Iterator<Item = f64> {
        let step = steps().find(|step| (self.last - self.first) / step <= most).unwrap_or(1e9);
        let (first, last) = ((self.first / step).ceil(), (self.last / step).floor());
        (0..=(last - first).max(0.0) as u32).map(move |tick| (first + f64::from(tick)) * step)
    }
}

/// Moves values apart that are closer than a line of text. Their order is kept, and they stay within
/// the plot if possible.
fn spread(values: &[f64], top: f64, bottom: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut places = values.to_vec();
    let mut lowest = bottom;
    for &name in order.iter().rev() {
        places[name] = places[name].min(lowest);
        lowest = places[name] - LINE_HEIGHT;
    }
    let mut highest = top;
    for &name in &order {
        places[name] = places[name].max(highest);
        highest = places[name] + LINE_HEIGHT;
    }
    places
}

fn colour(number: usize) -> Colour {
    COLOURS[number % COLOURS.len()]
}

/// The marker of a line, around the origin.
fn marker(number: usize) -> Path {
    let marker = match number % (MARKERS.len() + 1) {
        0 => Path::circle((0.0, 0.0), 4.0),
        other => Path::parsed(MARKERS[other - 1]),
    };
    marker.filled(colour(number))
}

/// The name of the symbol with the marker of a line.
fn symbol(number: usize) -> String {
    format!("marker-{number}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use roxmltree::{Document, Node};
    use std::collections::HashSet;

    fn chart(lines: &[&[(f64, f64)]]) -> String {
        let line = |(number, points): (usize, &&[(f64, f64)])| Series {
            name: format!("<line & {number}>"),
            points: points.to_vec(),
        };
        let series = lines.iter().enumerate().map(line).collect();
        let chart = Chart {
            title: "times < & >".to_string(),
            x_label: "N".to_string(),
            y_label: "time".to_string(),
            y_unit: |seconds| format!("<{seconds}>"),
            series,
        };
        chart.canvas().svg()
    }

    fn attribute(node: Node, name: &str) -> f64 {
        node.attribute(name).unwrap().parse().unwrap()
    }

    #[test]
    fn unusual_charts_are_well_formed_and_finite() {
        let (nan, infinite) = (f64::NAN, f64::INFINITY);
        let odd: [&[&[(f64, f64)]]; 8] = [
            &[],
            &[&[]],
            &[&[(8.0, 1.0)]],
            &[&[(8.0, 0.5), (8.0, 0.5)], &[]],
            &[&[(8.0, 0.0), (9.0, -1.0), (nan, 1.0), (10.0, nan), (11.0, infinite)]],
            &[&[(1.0, 1e-300), (2.0, 1e300)]],
            &[&[(1.0, 5e-324), (2.0, f64::MAX)]],
            &[&[(-1e8, 1.0), (1e8, 1.0), (infinite, 1.0), (f64::MAX, 1.0)]],
        ];
        for lines in odd {
            let svg = chart(lines);
            let document = Document::parse(&svg).unwrap();
            for node in document.descendants() {
                for attribute in node.attributes() {
                    let value = attribute.value();
                    assert!(!value.contains("NaN") && !value.contains("inf"), "{lines:?}: {value}");
                }
            }
            assert!(svg.len() < 20_000, "{lines:?}");
        }
    }

    #[test]
    fn decades_are_equally_high_and_labelled() {
        let svg = chart(&[&[(8.0, 0.02), (9.0, 30.0)]]);
        let document = Document::parse(&svg).unwrap();
        let height = |label: &str| {
            let node = document.descendants().find(|node| node.text() == Some(label));
            attribute(node.unwrap_or_else(|| panic!("no {label}")), "y")
        };
        let heights = ["<0.01>", "<0.1>", "<1>", "<10>", "<100>"].map(height);
        for pair in heights.windows(2) {
            assert!((pair[0] - pair[1] - PLOT_HEIGHT / 4.0).abs() < 0.02, "{heights:?}");
        }
    }

    #[test]
    fn names_do_not_overlap_and_lines_differ() {
        // All lines end at the bottom of the plot, then all at its top.
        for (end, step) in [(1.0, 1e-3), (10.0, -1e-3)] {
            let line = |line| vec![(8.0, 2.0), (9.0, end + step * f64::from(line))];
            let lines: Vec<Vec<(f64, f64)>> = (0..15).map(line).collect();
            let lines: Vec<&[(f64, f64)]> = lines.iter().map(|line| line.as_slice()).collect();
            let svg = chart(&lines);
            let document = Document::parse(&svg).unwrap();
            let nodes = document.descendants();
            let names = nodes.filter(|node| node.attribute("class") == Some("name"));
            let mut heights: Vec<f64> = names.map(|node| attribute(node, "y")).collect();
            heights.sort_by(f64::total_cmp);
            assert_eq!(heights.len(), 15);
            assert!(heights.windows(2).all(|pair| pair[1] - pair[0] > FONT), "{heights:?}");
            assert!(heights[14] <= TOP + PLOT_HEIGHT + FONT && heights[0] >= TOP);
        }
        let markers: HashSet<String> = (0..40).map(|line| format!("{:?}", marker(line))).collect();
        assert_eq!(markers.len(), 40);
    }
}
