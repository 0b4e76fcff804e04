//! The options of `queens completions`.

use clap::Args as ClapArgs;

/// Print the completions for a shell
#[derive(Debug, ClapArgs)]
#[command(after_help = "Example:
  queens completions bash > ~/.local/share/bash-completion/completions/queens")]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}
