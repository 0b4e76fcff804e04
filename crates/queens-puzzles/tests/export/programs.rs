//! Small readers of the exported formats, and a search for all solutions of what they read. They share no code with the writers.

use serde_json::Value;
use std::collections::{BTreeSet, HashMap};

/// How a sum compares with its right side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    Equal,
    AtLeast,
    AtMost,
}

/// A linear constraint on variables that are 0 or 1.
#[derive(Clone, Debug)]
pub struct Row {
    terms: Vec<(usize, i64)>,
    relation: Relation,
    right: i64,
}

/// Linear constraints on named variables.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub names: Vec<String>,
    pub rows: Vec<Row>,
}

fn relation(text: &str) -> Relation {
    match text {
        "=" | "E" => Relation::Equal,
        ">=" | "G" => Relation::AtLeast,
        "<=" | "L" => Relation::AtMost,
        other => panic!("unknown relation '{other}'"),
    }
}

fn number(text: &str) -> i64 {
    text.parse().unwrap_or_else(|_| panic!("'{text}' is not a number"))
}

impl Program {
    fn variable(&self, name: &str) -> usize {
        let place = self.names.iter().position(|known| known == name);
        place.unwrap_or_else(|| panic!("unknown variable '{name}'"))
    }

    /// The program of DIMACS clauses, and the names of the squares. A clause is a sum: at least one literal is true.
    pub fn from_cnf(text: &str) -> (Self, BTreeSet<String>) {
        let mut squares = Vec::new();
        for line in text.lines().take_while(|line| !line.starts_with("p cnf ")) {
            let words: Vec<&str> = line.split(' ').collect();
            if let ["c", place, name, square] = words[..] {
                squares.push(name.to_string());
                assert_eq!(place, squares.len().to_string());
                check_name(name, square);
            }
        }
        let header = text.lines().find_map(|line| line.strip_prefix("p cnf ")).unwrap();
        let (variables, clauses) = header.split_once(' ').unwrap();
        let (variables, clauses) = (number(variables) as usize, number(clauses) as usize);
        let mut names = squares.clone();
        names.extend((squares.len()..variables).map(|place| format!("x{}", place + 1)));
        let body = text.lines().skip_while(|line| !line.starts_with("p cnf ")).skip(1);
        let row = |line: &str| {
            let literals: Vec<i64> = line.split(' ').map(number).collect();
            let (&end, literals) = literals.split_last().unwrap();
            assert!(end == 0 && !literals.contains(&0) && !literals.is_empty(), "{line}");
            let term = |&literal: &i64| (literal.unsigned_abs() as usize - 1, literal.signum());
            let negative = literals.iter().filter(|&&literal| literal < 0).count() as i64;
            let terms: Vec<(usize, i64)> = literals.iter().map(term).collect();
            Row { terms, relation: Relation::AtLeast, right: 1 - negative }
        };
        let rows: Vec<Row> = body.map(row).collect();
        assert_eq!(rows.len(), clauses);
        (Self { names, rows }, squares.into_iter().collect())
    }

    pub fn from_opb(text: &str) -> Self {
        let mut lines = text.lines();
        let header = lines.next().unwrap();
        let mut program = Self::default();
        for line in lines {
            if let Some(comment) = line.strip_prefix("* ") {
                let words: Vec<&str> = comment.split(' ').collect();
                if let [x, name, square] = words[..] {
                    program.names.push(name.to_string());
                    assert_eq!(x, format!("x{}", program.names.len()));
                    check_name(name, square);
                }
                continue;
            }
            let words: Vec<&str> = line.strip_suffix(" ;").unwrap().split(' ').collect();
            let [terms @ .., sign, right] = &words[..] else { panic!("{line}") };
            let term = |pair: &[&str]| {
                (number(pair[1].strip_prefix('x').unwrap()) as usize - 1, number(pair[0]))
            };
            let terms = terms.chunks(2).map(term).collect();
            program.rows.push(Row { terms, relation: relation(sign), right: number(right) });
        }
        let (variables, rows) = (program.names.len(), program.rows.len());
        assert_eq!(header, format!("* #variable= {variables} #constraint= {rows}"));
        program
    }

    pub fn from_lp(text: &str) -> Self {
        let text: Vec<&str> = text.lines().filter(|line| !line.starts_with('\\')).collect();
        let text = text.join("\n");
        let (head, rest) = text.split_once("Subject To\n").unwrap();
        assert_eq!(head, "Minimize\n obj:\n");
        let rest = rest.strip_suffix("End").unwrap();
        let (constraints, names) = rest.split_once("Binary\n").unwrap_or((rest, ""));
        let names: Vec<String> = names.split_whitespace().map(str::to_string).collect();
        let mut program = Self { names, rows: Vec::new() };
        let places: HashMap<String, usize> = program.names.iter().cloned().zip(0..).collect();
        // A constraint starts at its name; other lines continue the one before.
        let words: Vec<&str> = constraints.split_whitespace().collect();
        let mut rest = &words[..];
        while let Some((name, words)) = rest.split_first() {
            assert!(name.ends_with(':'), "{name}");
            let end = words.iter().position(|word| ["=", "<="].contains(word)).unwrap();
            let terms = words[..end].iter().filter(|word| **word != "+");
            let terms = terms.map(|name| (places[*name], 1)).collect();
            let right = number(words[end + 1]);
            program.rows.push(Row { terms, relation: relation(words[end]), right });
            rest = &words[end + 2..];
        }
        program
    }

    pub fn from_mps(text: &str) -> Self {
        let mut program = Self::default();
        let mut section = "";
        let mut rows: Vec<String> = Vec::new();
        for line in text.lines().filter(|line| !line.starts_with('*')) {
            let words: Vec<&str> = line.split_whitespace().collect();
            if !line.starts_with(' ') {
                section = words[0];
                continue;
            }
            let row = |name: &str| rows.iter().position(|row| row == name).unwrap();
            match (section, &words[..]) {
                ("ROWS", ["N", _]) => {}
                ("ROWS", [sign, name]) => {
                    assert!(!rows.contains(&name.to_string()), "{name} is not unique");
                    rows.push(name.to_string());
                    let relation = relation(sign);
                    program.rows.push(Row { terms: Vec::new(), relation, right: 0 });
                }
                ("COLUMNS", [name, in_row, value]) => {
                    if program.names.last().map(String::as_str) != Some(name) {
                        assert!(!program.names.contains(&name.to_string()));
                        program.names.push(name.to_string());
                    }
                    let variable = program.names.len() - 1;
                    program.rows[row(in_row)].terms.push((variable, number(value)));
                }
                ("RHS", ["RHS", in_row, value]) => program.rows[row(in_row)].right = number(value),
                ("BOUNDS", ["BV", "BND", name]) => drop(program.variable(name)),
                _ => panic!("{section}: {line}"),
            }
        }
        assert_eq!(section, "ENDATA");
        program
    }

    pub fn from_minizinc(text: &str) -> Self {
        let between = |start: &str| {
            let (_, rest) = text.split_once(start).unwrap_or_else(|| panic!("no {start}"));
            rest.split_once("];\n").unwrap().0
        };
        let mut program = Self::default();
        for line in between("name = [\n").lines() {
            let (square, comment) = line.trim().split_once(", % ").unwrap();
            let (place, name) = comment.split_once(' ').unwrap();
            program.names.push(name.to_string());
            assert_eq!(number(place) as usize, program.names.len());
            check_name(name, square.trim_matches('"'));
        }
        assert!(text.contains(&format!("int: squares = {};\n", program.names.len())));
        let list = |text: &str| -> Vec<i64> {
            text.split(',').map(str::trim).filter(|word| !word.is_empty()).map(number).collect()
        };
        let sets = |text: &str| -> Vec<Vec<(usize, i64)>> {
            let members =
                |line: &str| line[line.find('{').unwrap() + 1..line.find('}').unwrap()].to_string();
            let set =
                |line: &str| list(&members(line)).iter().map(|&s| (s as usize - 1, 1)).collect();
            text.lines().map(set).collect()
        };
        let (exactly, queens) = (sets(between("exactly = [\n")), list(between("queens = [")));
        assert_eq!(exactly.len(), queens.len());
        for (terms, right) in exactly.into_iter().zip(queens) {
            program.rows.push(Row { terms, relation: Relation::Equal, right });
        }
        for terms in sets(between("at_most_one = [\n")) {
            program.rows.push(Row { terms, relation: Relation::AtMost, right: 1 });
        }
        assert!(text.contains("(q[s]) = queens[i]);\n") && text.contains("(q[s]) <= 1);\n"));
        program
    }

    /// All solutions: the names of the variables that are 1, sorted.
    pub fn solutions(&self) -> Vec<Vec<String>> {
        let mut of_variable = vec![Vec::new(); self.names.len()];
        let mut ranges = Vec::new();
        for (number, row) in self.rows.iter().enumerate() {
            let sum = |sign: i64| row.terms.iter().map(|t| t.1).filter(|c| c * sign > 0).sum();
            ranges.push((sum(-1), sum(1)));
            for &(variable, coefficient) in &row.terms {
                of_variable[variable].push((number, coefficient));
            }
        }
        let values = vec![None; self.names.len()];
        let trail = Vec::new();
        let mut search = Search { program: self, of_variable, ranges, values, trail };
        let mut found = Vec::new();
        if search.propagate(0..self.rows.len()) {
            search.extend(&mut found);
        }
        found
    }
}

/// Backtracking with bounds: a row is possible if its right side is between the least and the largest sum that it can still have.
struct Search<'a> {
    program: &'a Program,
    /// The rows of each variable with its coefficient.
    of_variable: Vec<Vec<(usize, i64)>>,
    /// The least and the largest possible sum of each row.
    ranges: Vec<(i64, i64)>,
    values: Vec<Option<bool>>,
    /// The variables with a value, in the order in which they got it.
    trail: Vec<usize>,
}

impl Search<'_> {
    /// Whether a row is possible if its sum is in this range.
    fn is_possible(&self, row: usize, (least, most): (i64, i64)) -> bool {
        let Row { relation, right, .. } = self.program.rows[row];
        (relation == Relation::AtMost || most >= right)
            && (relation == Relation::AtLeast || least <= right)
    }

    /// The range of a row after a variable with this coefficient gets a value.
    fn narrowed(&self, row: usize, coefficient: i64, value: bool) -> (i64, i64) {
        let (least, most) = self.ranges[row];
        let sum = coefficient * i64::from(value);
        (least + sum - coefficient.min(0), most + sum - coefficient.max(0))
    }

    fn set(&mut self, variable: usize, value: bool) {
        self.values[variable] = Some(value);
        self.trail.push(variable);
        for (row, coefficient) in self.of_variable[variable].clone() {
            self.ranges[row] = self.narrowed(row, coefficient, value);
        }
    }

    fn undo(&mut self, length: usize) {
        for variable in self.trail.split_off(length) {
            let sum = i64::from(self.values[variable].take().unwrap());
            for &(row, coefficient) in &self.of_variable[variable] {
                self.ranges[row].0 -= sum * coefficient - coefficient.min(0);
                self.ranges[row].1 -= sum * coefficient - coefficient.max(0);
            }
        }
    }

    /// Sets the variables that have only one possible value. Returns whether all rows are possible.
    fn propagate(&mut self, rows: impl IntoIterator<Item = usize>) -> bool {
        let mut queue: Vec<usize> = rows.into_iter().collect();
        while let Some(row) = queue.pop() {
            if !self.is_possible(row, self.ranges[row]) {
                return false;
            }
            for &(variable, coefficient) in &self.program.rows[row].terms {
                if self.values[variable].is_some() {
                    continue;
                }
                let can = |value| self.is_possible(row, self.narrowed(row, coefficient, value));
                let forced = match (can(false), can(true)) {
                    (true, true) => continue,
                    (false, false) => return false,
                    (_, value) => value,
                };
                self.set(variable, forced);
                queue.extend(self.of_variable[variable].iter().map(|&(row, _)| row));
            }
        }
        true
    }

    fn extend(&mut self, found: &mut Vec<Vec<String>>) {
        let Some(variable) = self.values.iter().position(Option::is_none) else {
            let ones = self.values.iter().zip(&self.program.names);
            let mut names: Vec<String> =
                ones.filter(|(value, _)| **value == Some(true)).map(|(_, n)| n.clone()).collect();
            names.sort();
            found.push(names);
            return;
        };
        for value in [false, true] {
            let length = self.trail.len();
            self.set(variable, value);
            let rows: Vec<usize> = self.of_variable[variable].iter().map(|&(row, _)| row).collect();
            if self.propagate(rows) {
                self.extend(found);
            }
            self.undo(length);
        }
    }
}

/// Checks that `q_C_R` is the name of a square such as B5.
fn check_name(name: &str, square: &str) {
    let square: queens::Square = square.parse().unwrap();
    assert_eq!(name, format!("q_{}_{}", square.col + 1, square.row + 1));
}

/// Quadratic unconstrained binary optimisation.
pub struct Qubo {
    pub names: Vec<String>,
    constant: i64,
    linear: Vec<i64>,
    quadratic: Vec<[i64; 3]>,
}

impl Qubo {
    pub fn read(text: &str) -> Self {
        let json: Value = serde_json::from_str(text).unwrap();
        let list = |key: &str| json[key].as_array().unwrap().clone();
        let name = |value: &Value| value.as_str().unwrap().to_string();
        let whole = |value: &Value| value.as_i64().unwrap();
        let names: Vec<String> = list("variables").iter().map(name).collect();
        for (variable, square) in names.iter().zip(list("squares")) {
            check_name(variable, square.as_str().unwrap());
        }
        let linear: Vec<i64> = list("linear").iter().map(whole).collect();
        assert_eq!(linear.len(), names.len());
        let triple = |value: &Value| [0, 1, 2].map(|place| whole(&value[place]));
        let quadratic: Vec<[i64; 3]> = list("quadratic").iter().map(triple).collect();
        let pairs = quadratic.iter().map(|&[one, other, _]| (one, other));
        assert!(pairs.clone().all(|(one, other)| one < other) && pairs.is_sorted_by(|a, b| a < b));
        Self { names, constant: whole(&json["constant"]), linear, quadratic }
    }

    pub fn value(&self, is_one: impl Fn(usize) -> bool) -> i64 {
        let linear = self.linear.iter().enumerate().filter(|(v, _)| is_one(*v)).map(|(_, c)| c);
        let both = |triple: &&[i64; 3]| is_one(triple[0] as usize) && is_one(triple[1] as usize);
        let quadratic = self.quadratic.iter().filter(both).map(|triple| triple[2]);
        self.constant + linear.sum::<i64>() + quadratic.sum::<i64>()
    }
}
