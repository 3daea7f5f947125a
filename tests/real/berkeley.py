"""Writes the tools and reference calls of a `bfcl-eval` wheel as JSON lines {id, tools, calls}.

usage: berkeley.py WHEEL FOLDER

The data names types in the manner of several languages; here they become JSON Schema's. Of a reference answer, which
lists the acceptable values of each parameter, the first one that is not empty is taken.
"""

import json
import os
import sys
import zipfile

KINDS = {
    "object": "dict HashMap Hashtable hashtable",
    "number": "float double",
    "array": "tuple list ArrayList Array Queue Stack Set",
    "integer": "int long byte short Bigint",
    "boolean": "bool Boolean",
    "string": "str String char",
    None: "any Any",
}
TYPES = {name: kind for kind, names in KINDS.items() for name in names.split()}
LEFT_OUT = ("format_sensitivity", "memory", "web_search")


def schema(node):
    if not isinstance(node, dict):
        return node
    made = {}
    for key, value in node.items():
        if key == "type" and isinstance(value, str):
            if (kind := TYPES.get(value, value)) is not None:
                made[key] = kind
        elif key == "properties" and isinstance(value, dict):
            made[key] = {name: schema(inner) for name, inner in value.items()}
        elif key in ("items", "additionalProperties"):
            made[key] = schema(value)
        elif key != "optional":
            made[key] = value
    return made


def first(values):
    return next((value for value in values if value != ""), None) if isinstance(values, list) else values


def plain(value, wanted):
    """A value without the lists of alternatives inside it."""
    wanted = wanted or {}
    if isinstance(value, dict) and wanted.get("type") == "object":
        inner = ((name, first(values)) for name, values in value.items())
        known = wanted.get("properties") or {}
        return {name: plain(one, known.get(name)) for name, one in inner if one is not None}
    if isinstance(value, list) and wanted.get("type") == "array":
        return [plain(one, wanted.get("items")) for one in value]
    return value


def calls(answer, tools):
    known = {tool["name"]: tool["parameters"].get("properties") or {} for tool in tools}
    for named in answer:
        for name, parameters in named.items():
            chosen = ((key, first(values)) for key, values in parameters.items())
            wanted = known.get(name, {})
            arguments = {key: plain(value, wanted.get(key)) for key, value in chosen if value is not None}
            yield {"name": name, "arguments": arguments}


def main(wheel, folder):
    os.makedirs(folder)
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())

        def lines(name):
            return [json.loads(line) for line in archive.read(name).decode().splitlines() if line.strip()]

        for name in sorted(names):
            base = os.path.basename(name)
            category = base.removeprefix("BFCL_v4_").removesuffix(".json")
            if os.path.dirname(name) != "bfcl_eval/data" or not base.startswith("BFCL_v4_"):
                continue
            if category in LEFT_OUT or category.startswith("multi_turn") or "java" in category:
                continue
            possible = f"bfcl_eval/data/possible_answer/{base}"
            answers = {row["id"]: row["ground_truth"] for row in lines(possible)} if possible in names else {}
            with open(os.path.join(folder, f"{category}.jsonl"), "w") as out:
                for row in lines(name):
                    tools = [
                        {"name": tool["name"], "parameters": schema(tool["parameters"])} for tool in row["function"]
                    ]
                    made = list(calls(answers.get(row["id"], []), tools))
                    out.write(json.dumps({"id": row["id"], "tools": tools, "calls": made}) + "\n")


main(*sys.argv[1:])
