//! A line chart with a logarithmic vertical axis, as SVG. It has its own background, so that it can be read on light and dark pages.

use std::fmt::Write;

/// A named line.
pub struct Series {
    pub name: String,
    pub points: Vec<(f64, f64)>,
    /// Drawn with dashes.
    pub dashed: bool,
}

/// A chart.
pub struct Chart {
    pub title: String,
    pub subtitle: String,
    pub x_label: String,
    pub y_label: String,
    pub series: Vec<Series>,
    /// The name of a power of ten.
    pub power: fn(i32) -> String,
}

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 520.0;
/// Left, right, top and bottom of the area in which lines are drawn.
const LEFT: f64 = 84.0;
const RIGHT: f64 = WIDTH - 150.0;
const TOP: f64 = 78.0;
const BOTTOM: f64 = HEIGHT - 56.0;
/// The least distance between two names of lines.
const LINE_HEIGHT: f64 = 17.0;
/// Colours that people with colour blindness can tell apart (Okabe and Ito), darkened for a white background.
const COLOURS: [&str; 8] =
    ["#0072b2", "#d55e00", "#007a5a", "#b03a83", "#8a6d00", "#3a87c8", "#000000", "#7a7a7a"];

impl Chart {
    /// The whole picture.
    pub fn svg(&self) -> String {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let xs = range(points().map(|point| point.0));
        let ys = range(points().map(|point| point.1.log10()));
        let ys = (ys.0.floor(), ys.1.ceil());
        let x = |value: f64| LEFT + (value - xs.0) / (xs.1 - xs.0) * (RIGHT - LEFT);
        let y = |value: f64| BOTTOM - (value.log10() - ys.0) / (ys.1 - ys.0) * (BOTTOM - TOP);
        let mut svg = String::new();
        self.frame(&mut svg);
        let powers = (ys.0 as i32)..=(ys.1 as i32);
        let step = (powers.clone().count() / 12 + 1) as i32;
        for power in powers.filter(|power| power.rem_euclid(step) == 0) {
            self.grid_line(&mut svg, y(10f64.powi(power)), power);
        }
        for value in (xs.0 as i32)..=(xs.1 as i32) {
            let _ = writeln!(
                svg,
                r##"<text x="{:.1}" y="{:.1}" text-anchor="middle" fill="#57606a">{value}</text>"##,
                x(f64::from(value)),
                BOTTOM + 20.0
            );
        }
        let ends: Vec<f64> = self
            .series
            .iter()
            .map(|series| series.points.last().map_or(0.0, |end| y(end.1)))
            .collect();
        let labels = spread(&ends);
        for (index, series) in self.series.iter().enumerate() {
            let colour = COLOURS[index % COLOURS.len()];
            let points: Vec<(f64, f64)> =
                series.points.iter().map(|&(a, b)| (x(a), y(b))).collect();
            line(&mut svg, series, &points, colour);
            if let Some(&(end, height)) = points.last() {
                let label = labels[index];
                let _ = writeln!(
                    svg,
                    r##"<path d="M{:.1} {height:.1}L{:.1} {label:.1}" stroke="{colour}" stroke-opacity="0.45" fill="none"/><text x="{:.1}" y="{:.1}" fill="{colour}" font-weight="600">{}</text>"##,
                    end + 5.0,
                    RIGHT + 10.0,
                    RIGHT + 14.0,
                    label + 4.5,
                    escaped(&series.name)
                );
            }
        }
        svg + "</svg>\n"
    }

    fn frame(&self, svg: &mut String) {
        let _ = writeln!(
            svg,
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" font-family="system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif" font-size="13" role="img">
<title>{title}</title>
<rect x="0.5" y="0.5" width="{}" height="{}" rx="10" fill="#ffffff" stroke="#d0d7de"/>
<text x="24" y="34" font-size="18" font-weight="600" fill="#1f2328">{title}</text>
<text x="24" y="56" fill="#57606a">{}</text>
<text x="{:.1}" y="{:.1}" text-anchor="middle" fill="#57606a">{}</text>
<text transform="translate(24 {:.1}) rotate(-90)" text-anchor="middle" fill="#57606a">{}</text>"##,
            WIDTH - 1.0,
            HEIGHT - 1.0,
            escaped(&self.subtitle),
            (LEFT + RIGHT) / 2.0,
            HEIGHT - 16.0,
            escaped(&self.x_label),
            (TOP + BOTTOM) / 2.0,
            escaped(&self.y_label),
            title = escaped(&self.title),
        );
    }

    fn grid_line(&self, svg: &mut String, height: f64, power: i32) {
        let _ = writeln!(
            svg,
            r##"<path d="M{LEFT} {height:.1}H{RIGHT}" stroke="#e6e9ed"/><text x="{:.1}" y="{:.1}" text-anchor="end" fill="#57606a">{}</text>"##,
            LEFT - 8.0,
            height + 4.5,
            escaped(&(self.power)(power))
        );
    }
}

fn line(svg: &mut String, series: &Series, points: &[(f64, f64)], colour: &str) {
    let path: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
    let dashes = if series.dashed { r#" stroke-dasharray="6 4""# } else { "" };
    let _ = writeln!(
        svg,
        r##"<path d="M{}" fill="none" stroke="{colour}" stroke-width="2.2" stroke-linejoin="round"{dashes}/>"##,
        path.join("L")
    );
    for (x, y) in points {
        let _ = writeln!(svg, r##"<circle cx="{x:.1}" cy="{y:.1}" r="3.2" fill="{colour}"/>"##);
    }
}

fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    })
}

/// Heights for names near the ends of their lines, far enough apart to be read.
fn spread(ends: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..ends.len()).collect();
    order.sort_by(|&one, &other| ends[one].total_cmp(&ends[other]));
    let mut heights = ends.to_vec();
    for pair in order.windows(2) {
        heights[pair[1]] = heights[pair[1]].max(heights[pair[0]] + LINE_HEIGHT);
    }
    // What has been pushed below the chart is moved up again.
    let mut lowest = BOTTOM;
    for &index in order.iter().rev() {
        heights[index] = heights[index].min(lowest);
        lowest = heights[index] - LINE_HEIGHT;
    }
    heights
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_do_not_overlap() {
        let heights = spread(&[100.0, 101.0, 102.0, BOTTOM]);
        let mut sorted = heights.clone();
        sorted.sort_by(f64::total_cmp);
        assert!(sorted.windows(2).all(|pair| pair[1] - pair[0] >= LINE_HEIGHT), "{heights:?}");
        assert!(sorted.iter().all(|&height| height <= BOTTOM), "{heights:?}");
    }

    #[test]
    fn a_chart_has_every_line_and_escapes_names() {
        let series = |name: &str| Series {
            name: name.into(),
            points: vec![(1.0, 1.0), (2.0, 100.0)],
            dashed: false,
        };
        let chart = Chart {
            title: "A & B".into(),
            subtitle: String::new(),
            x_label: "N".into(),
            y_label: "time".into(),
            series: vec![series("one"), series("<two>")],
            power: |power| format!("1e{power}"),
        };
        let svg = chart.svg();
        assert!(svg.contains("A &amp; B") && svg.contains("&lt;two&gt;") && svg.contains("1e2"));
        assert_eq!(svg.matches("<circle").count(), 4);
    }
}
