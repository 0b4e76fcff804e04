//! The options of `queens completions`.

use clap::Args as ClapArgs;

/// Print shell completions
#[derive(Debug, ClapArgs)]
#[command(after_help = "Example:
  queens completions bash > ~/.local/share/bash-completion/completions/queens")]
pub(crate) struct Completions {
    /// Shell to print completions for
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}
