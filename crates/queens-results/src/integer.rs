//! Integers of any size.

use num_bigint::BigUint;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::Number;
use std::fmt;

/// A non-negative integer of any size, exact in JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Integer(BigUint);

impl Integer {
    /// The number.
    pub fn get(&self) -> &BigUint {
        &self.0
    }
}

impl From<BigUint> for Integer {
    fn from(number: BigUint) -> Self {
        Self(number)
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Integer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Number::from_string_unchecked(self.0.to_string()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Integer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = Number::deserialize(deserializer)?.to_string();
        let digits = number.parse::<BigUint>();
        digits
            .map(Self)
            .map_err(|_| de::Error::custom(format!("'{number}' is not a non-negative integer")))
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Integer {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Integer".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "integer", "minimum": 0 })
    }
}

#[cfg(feature = "schema")]
impl ts_rs::TS for Integer {
    type WithoutGenerics = Self;
    type OptionInnerType = Self;

    fn name(config: &ts_rs::Config) -> String {
        u128::name(config)
    }

    fn inline(config: &ts_rs::Config) -> String {
        u128::inline(config)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_integers_are_exact_and_other_numbers_are_errors() {
        let text = "9".repeat(100);
        let number: Integer = serde_json::from_str(&text).unwrap();
        assert_eq!(
            (number.to_string(), serde_json::to_string(&number).unwrap()),
            (text.clone(), text)
        );
        for wrong in ["-1", "1.5", "1e3", "\"1\""] {
            assert!(serde_json::from_str::<Integer>(wrong).is_err(), "{wrong}");
        }
    }
}
