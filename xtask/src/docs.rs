//! placeholder
use anyhow::Result;
/// Docs
#[derive(clap::Args)]
pub struct Options {}
pub fn run(_: &Options) -> Result<()> {
    Ok(())
}
