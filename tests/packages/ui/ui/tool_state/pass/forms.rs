// Every struct that can be a state.
#![allow(dead_code)]

use toolwright::{FromState, ToolState};

#[derive(ToolState)]
struct Unit;

#[derive(ToolState)]
struct Tuple(u8, String, #[state(skip)] String);

#[derive(ToolState)]
struct Generic<T: Send, const N: usize = 2>
where
    T: Sync,
{
    many: Vec<T>,
    #[state(skip)]
    any: T,
    #[cfg(any())]
    gone: Missing,
    bytes: [u8; N],
    r#type: u16,
}

fn gives<T: FromState<S>, S: ToolState>() {}

fn main() {
    gives::<u8, Tuple>();
    gives::<String, Tuple>();
    gives::<Vec<u8>, Generic<u8>>();
    gives::<u16, Generic<u8>>();
    gives::<Generic<u8>, Generic<u8>>();
    gives::<Unit, Unit>();
}
