//! Names of the variants of an enum, as typed.

/// Adds the names of all variants, which `Display` writes and `FromStr` reads. An unknown name is this error.
macro_rules! named {
    ($type:ident, $domain:ident::$unknown:ident, $($variant:ident $name:literal),+) => {
        impl $type {
            /// The name, as typed.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = Error;

            fn from_str(text: &str) -> Result<Self, Error> {
                let unknown = || $domain::$unknown { name: text.to_string() };
                let known = Self::ALL.iter().copied().find(|known| known.name() == text);
                known.ok_or_else(|| unknown().into())
            }
        }
    };
}

pub(crate) use named;
