//! Whatever tokens come, a macro gives tokens or spanned errors, and never panics.

use super::inputs::INPUTS;
use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};

/// Mutants of each input. The seed is fixed: a failure repeats.
const MUTANTS: u64 = 600;

#[test]
fn no_mutant_makes_a_macro_panic() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut pool: Vec<TokenTree> = Vec::new();
    for input in INPUTS {
        gather(input.arguments.parse().unwrap(), &mut pool);
        gather(input.item.parse().unwrap(), &mut pool);
    }
    let (mut refused, mut taken) = (0, 0);
    for input in INPUTS {
        for mutant in 0..MUTANTS {
            let mut arguments: TokenStream = input.arguments.parse().unwrap();
            let mut item: TokenStream = input.item.parse().unwrap();
            for _ in 0..=random.below(3) {
                if random.below(4) == 0 {
                    arguments = mutate(arguments, &pool, &mut random);
                } else {
                    item = mutate(item, &pool, &mut random);
                }
            }
            let shown = format!("{} #{mutant}: [{arguments}] {item}", input.name);
            let made = std::panic::catch_unwind(|| input.of.expand(arguments, item));
            let made = made.unwrap_or_else(|_| panic!("panicked: {shown}"));
            if made.to_string().contains("compile_error") {
                refused += 1;
            } else {
                taken += 1;
            }
        }
    }
    println!("{refused} mutants refused, {taken} taken");
    assert!(
        refused > 1_000 && taken > 500,
        "the mutants are too wild or too tame"
    );
}

/// All tokens of a stream, those in groups too.
fn gather(tokens: TokenStream, pool: &mut Vec<TokenTree>) {
    for token in tokens {
        if let TokenTree::Group(group) = &token {
            gather(group.stream(), pool);
        }
        pool.push(token);
    }
}

/// One change somewhere in the tokens, at any depth.
fn mutate(tokens: TokenStream, pool: &[TokenTree], random: &mut Random) -> TokenStream {
    let mut all: Vec<TokenTree> = tokens.into_iter().collect();
    if all.is_empty() {
        return random.pick(pool).cloned().into_iter().collect();
    }
    let at = random.below(all.len());
    if let Some(TokenTree::Group(group)) = all.get(at)
        && random.below(4) != 0
    {
        let inner = mutate(group.stream(), pool, random);
        let delimiter = if random.below(12) == 0 {
            Delimiter::None
        } else {
            group.delimiter()
        };
        if let Some(token) = all.get_mut(at) {
            *token = Group::new(delimiter, inner).into();
        }
        return all.into_iter().collect();
    }
    match random.below(6) {
        0 => drop(all.remove(at)),
        1 => all.insert(at, all.get(at).cloned().unwrap_or_else(|| any(random))),
        2 => {
            let other = random.below(all.len());
            all.swap(at, other);
        }
        3 => all.truncate(at),
        _ => {
            let token = random.pick(pool).cloned().unwrap_or_else(|| any(random));
            let token = if random.below(3) == 0 {
                any(random)
            } else {
                token
            };
            match all.get_mut(at) {
                Some(old) if random.below(2) == 0 => *old = token,
                _ => all.insert(at, token),
            }
        }
    }
    all.into_iter().collect()
}

/// Tokens that parsers like least.
fn any(random: &mut Random) -> TokenTree {
    let punct = |c| TokenTree::from(Punct::new(c, Spacing::Alone));
    match random.below(12) {
        0 => punct('#'),
        1 => punct(','),
        2 => punct('='),
        3 => punct('&'),
        4 => Literal::string("{").into(),
        5 => Literal::string("\u{200B}").into(),
        6 => Literal::string("{a} {0} {:?} {x:1$}").into(),
        7 => Literal::u64_suffixed(7).into(),
        8 => Ident::new_raw("type", Span::call_site()).into(),
        9 => Ident::new("_", Span::call_site()).into(),
        10 => Ident::new("self", Span::call_site()).into(),
        _ => Group::new(Delimiter::Brace, TokenStream::new()).into(),
    }
}

/// xorshift64*
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33;
        usize::try_from(high).unwrap_or_default() % bound.max(1)
    }

    fn pick<'t>(&mut self, all: &'t [TokenTree]) -> Option<&'t TokenTree> {
        all.get(self.below(all.len()))
    }
}
