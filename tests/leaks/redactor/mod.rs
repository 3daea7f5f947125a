//! The redactor: what it finds, what it leaves alone, and what it does to hostile text.

mod found;
mod hostile;
mod kept;
mod placed;
mod planted;
