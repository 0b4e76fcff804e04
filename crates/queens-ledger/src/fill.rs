//! Fills a new ledger, by a merge or a repair.

use crate::error::Error;
use crate::record::Record;
use crate::store::Ledger;
use rusqlite::{OptionalExtension, Params, Statement, params};
use std::collections::HashMap;

/// A ledger that is being filled. Each statement is prepared once.
pub(crate) struct Filling<'a> {
    pub(crate) ledger: &'a Ledger,
    statements: HashMap<&'static str, Statement<'a>>,
}

impl<'a> Filling<'a> {
    pub(crate) fn new(ledger: &'a Ledger) -> Self {
        Self { ledger, statements: HashMap::new() }
    }

    fn prepared(&mut self, sql: &'static str) -> Result<&mut Statement<'a>, Error> {
        if !self.statements.contains_key(sql) {
            let prepared = self.ledger.connection.prepare(sql);
            self.statements.insert(sql, prepared.map_err(|error| self.ledger.sql(&error))?);
        }
        Ok(self.statements.get_mut(sql).expect("it was inserted"))
    }

    /// Executes a statement. Returns the number of rows that it changed.
    pub(crate) fn execute(
        &mut self,
        sql: &'static str,
        values: impl Params,
    ) -> Result<usize, Error> {
        let ledger = self.ledger;
        self.prepared(sql)?.execute(values).map_err(|error| ledger.sql(&error))
    }

    /// The result of a job, if there is one.
    pub(crate) fn result(&mut self, job: u64) -> Result<Option<Record>, Error> {
        let ledger = self.ledger;
        let select = self.prepared("SELECT record FROM results WHERE job = ?")?;
        let bytes = select.query_row([job as i64], |row| row.get::<_, Vec<u8>>(0)).optional();
        let decode = |bytes: Vec<u8>| {
            Record::decode(&bytes, &ledger.header().hash)
                .map_err(|what| ledger.damaged(format!("job {job}: {what}")))
        };
        bytes.map_err(|error| ledger.sql(&error))?.map(decode).transpose()
    }

    /// Stores a result. An earlier one of the same job is replaced.
    pub(crate) fn put_result(&mut self, record: &Record) -> Result<(), Error> {
        self.put("INSERT OR REPLACE INTO results VALUES (?, ?)", record)
    }

    pub(crate) fn remove_result(&mut self, job: u64) -> Result<(), Error> {
        self.execute("DELETE FROM results WHERE job = ?", [job as i64]).map(drop)
    }

    pub(crate) fn put_audit(&mut self, record: &Record) -> Result<(), Error> {
        self.put("INSERT INTO audits VALUES (?, ?)", record)
    }

    fn put(&mut self, sql: &'static str, record: &Record) -> Result<(), Error> {
        let bytes = record.encode(&self.ledger.header().hash);
        self.execute(sql, params![record.job as i64, bytes]).map(drop)
    }

    pub(crate) fn put_conflict(&mut self, source: &str, record: &Record) -> Result<(), Error> {
        let bytes = record.encode(&self.ledger.header().hash);
        let insert = "INSERT INTO conflicts VALUES (?, ?, ?)";
        self.execute(insert, params![record.job as i64, source, bytes]).map(drop)
    }

    pub(crate) fn put_withdrawn(&mut self, reason: &str, record: &Record) -> Result<(), Error> {
        let bytes = record.encode(&self.ledger.header().hash);
        let insert = "INSERT INTO withdrawn VALUES (?, ?, ?)";
        self.execute(insert, params![record.job as i64, reason, bytes]).map(drop)
    }

    /// Stores an event that belongs to no session of this ledger.
    pub(crate) fn put_event(&mut self, at: u64, text: &str) -> Result<(), Error> {
        self.execute("INSERT INTO events VALUES (0, ?, ?)", params![at as i64, text]).map(drop)
    }
}
