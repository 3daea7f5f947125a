::core::compile_error! {
    "a tool belongs to one type, a trait's method to many; move the tools into the type's own `impl`"
}
impl Open for Door {
    fn open(&self) {}
}
#[tool(__in_tools)]
const _: () = ();
