"""Checks with turnsafe every request that tests recorded: no call without its result, no result without its call, no id
twice. Each is checked by the rules of two vendors.

A line is {"test": …, "request": …}, as the scripted model writes it, or {"test": …, "body": …}, as the server on loopback
does: a body of OpenAI's chat completions that really went out."""

import json
import sys
from pathlib import Path

import turnsafe

# Requests that a test sends broken on purpose: the test, and why. Each has to be seen broken.
ON_PURPOSE: dict[str, str] = {
    "bodies::a_name_that_no_server_takes_does_not_spoil_the_conversation": "a wire alone writes what it is handed, here a call alone",
    "histories::the_scripted_model_takes_no_request_that_is_not_whole": "the model of the tests refuses it",
    "calls::made_up_ids_collide_with_no_other": "the same, of a conversation whose last call waits",
}

# What is no business of calls and results: a text of a user that is empty, say.
OTHER = {turnsafe.EMPTY_CONTENT, turnsafe.SYSTEM_IN_MESSAGES, turnsafe.FIRST_MESSAGE_NOT_USER}


def text(content):
    """The text of a content, which is one text or parts."""
    if isinstance(content, str):
        return content
    return "".join(part.get("text", "(image)") for part in content or [])


def openai(messages):
    for message in messages:
        content = text(message.get("content"))
        if message["role"] == "tool":
            yield {"role": "tool", "tool_call_id": message["call_id"], "content": content}
        elif message["role"] == "assistant" and message.get("tool_calls"):
            calls = [
                {"id": call["id"], "type": "function", "function": {"name": call["name"], "arguments": call["arguments"]}}
                for call in message["tool_calls"]
            ]
            yield {"role": "assistant", "content": content, "tool_calls": calls}
        else:
            yield {"role": message["role"], "content": content}


def anthropic(messages):
    for message in messages:
        content = text(message.get("content"))
        if message["role"] == "system":
            continue
        if message["role"] == "tool":
            block = {"type": "tool_result", "tool_use_id": message["call_id"], "content": content}
            yield {"role": "user", "content": [block]}
        elif message["role"] == "assistant":
            blocks = [{"type": "text", "text": content}] if content else []
            blocks += [
                {"type": "tool_use", "id": call["id"], "name": call["name"], "input": {}}
                for call in message.get("tool_calls", [])
            ]
            yield {"role": "assistant", "content": blocks}
        else:
            yield {"role": "user", "content": content}


def wrong(histories):
    """What is wrong with a history, under any vendor's rules."""
    found = []
    for provider, messages in histories:
        try:
            errors = turnsafe.validate(messages, provider=provider).errors
            found += [f"{provider}: {error}" for error in errors if error.code not in OTHER]
        except (TypeError, ValueError) as error:
            found.append(f"{provider}: {error}")
    return found


def histories(line):
    if "request" in line:
        messages = line["request"]["messages"]
        return [("openai", list(openai(messages))), ("anthropic", list(anthropic(messages)))]
    return [("openai", line["body"]["messages"])] if "messages" in line["body"] else []


def calls(history):
    return sum(len(message.get("tool_calls") or []) for message in history)


def self_test():
    """What can find nothing proves nothing."""
    call = {"role": "assistant", "tool_calls": [{"id": "c1", "name": "now", "arguments": "{}"}]}
    result = {"role": "tool", "call_id": "c1", "content": "noon"}
    user = {"role": "user", "content": "go"}
    twice = {"role": "assistant", "tool_calls": call["tool_calls"] * 2}
    broken = [[user, call], [user, result], [user, call, user, result], [user, twice, result, result],
              [user, call, result, call, result], [user, call, result, result]]
    for messages in broken:
        assert wrong(histories({"request": {"messages": messages}})), messages
    assert not wrong(histories({"request": {"messages": [user, call, result]}}))


def lines(path):
    with open(path, encoding="utf-8") as file:
        for line in file:
            # The last line of a process that was killed may be short.
            if line.endswith("\n"):
                yield json.loads(line)


def main(folder):
    self_test()
    requests = bodies = held = bad = 0
    seen = {}
    for path in sorted(Path(folder).glob("*.jsonl")):
        for line in lines(path):
            checked = histories(line)
            if not checked:
                continue
            if "request" in line:
                requests += 1
            else:
                bodies += 1
            held += calls(checked[0][1])
            errors = wrong(checked)
            if errors and line["test"] in ON_PURPOSE:
                seen[line["test"]] = seen.get(line["test"], 0) + 1
            elif errors:
                bad += 1
                if bad <= 20:
                    print(f"{line['test'] or path.name}: {'; '.join(errors[:3])}")
    for test, why in ON_PURPOSE.items():
        print(f"broken on purpose: {test}, {seen.get(test, 0)} times: {why}")
        bad += test not in seen
    print(f"turnsafe: {requests} requests and {bodies} bodies checked, which held {held} calls; {bad} wrong")
    # A run of all tests sends more than that; a folder that is empty was not written to.
    return bad or requests == 0 or bodies == 0 or held == 0


if __name__ == "__main__":
    sys.exit(bool(main(sys.argv[1])))
