use toolwright::llm_text;

fn values(id: u32) {
    let _ = llm_text!("no order {}");
    let _ = llm_text!("no order {} {1}", id);
    let _ = llm_text!("no order", id);
    let _ = llm_text!("no order {id}", other = 5);
    let _ = llm_text!("no order {a}", a = 1, a = 2);
    let _ = llm_text!("no order {a} {0}", a = 1, id);
    let _ = llm_text!("no order {id.len()}");
    let _ = llm_text!("no order {r#id}");
    let _ = llm_text!("no order {id");
    let _ = llm_text!("no order {missing}");
}

fn main() {}
