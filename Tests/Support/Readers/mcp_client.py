"""Talks to `redo mcp` by the client library of the protocol, and prints what it saw as JSON.

Usage: mcp_client.py session MODE PROGRAM [ARGUMENTS]
       mcp_client.py mixed SEED COUNT PROGRAM [ARGUMENTS]

MODE is `legacy` (with initialize), `auto`, or a revision without it. Every message of the server is also checked by the
schema of its revision. `mixed` calls tools at random, while the commands of a person change the same tasks.
"""

import asyncio
import json
import os
import pathlib
import random
import subprocess
import sys

import mcp_types._v2025_11_25 as handshake
import mcp_types._v2026_07_28 as modern
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.shared.exceptions import MCPError

ENVIRONMENT = {
    name: value
    for name, value in os.environ.items()
    if name.startswith("REDO_") or name in ("HOME", "TZ", "LC_ALL")
}


def parameters(program, arguments):
    return StdioServerParameters(command=program, args=arguments, env=ENVIRONMENT)


def wire(program, arguments, messages):
    """Sends messages, and returns the answers."""
    lines = "".join(json.dumps(message) + "\n" for message in messages)
    done = subprocess.run(
        [program, *arguments], input=lines.encode(), stdout=subprocess.PIPE, check=True
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def check_schemas(program, arguments, identifier):
    """Checks raw answers of both eras by the models of the schemas."""
    calls = [
        ("tools/list", {}, "ListToolsResult"),
        ("resources/list", {}, "ListResourcesResult"),
        ("resources/templates/list", {}, "ListResourceTemplatesResult"),
        ("resources/read", {"uri": "redo://prime"}, "ReadResourceResult"),
        ("resources/read", {"uri": f"task://taskId/{identifier}"}, "ReadResourceResult"),
        ("tools/call", {"name": "list", "arguments": {}}, "CallToolResult"),
        ("tools/call", {"name": "show", "arguments": {"task": identifier}}, "CallToolResult"),
        ("tools/call", {"name": "show", "arguments": {"task": "nothing"}}, "CallToolResult"),
    ]
    client = {"name": "test", "version": "1"}
    first = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client}
    old = [("initialize", first, "InitializeResult"), ("ping", {}, "Result"), *calls]
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": client,
    }
    new = [("server/discover", {}, "DiscoverResult"), *calls]
    new = [(method, {**params, "_meta": meta}, model) for method, params, model in new]
    count = 0
    for models, requests in ((handshake, old), (modern, new)):
        answers = wire(
            program,
            arguments,
            [
                {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
                for number, (method, params, _) in enumerate(requests)
            ],
        )
        assert [answer["id"] for answer in answers] == list(range(len(requests)))
        for answer, (_, _, model) in zip(answers, requests):
            getattr(models, model).model_validate(answer["result"])
            count += 1
    return count


async def session(mode, program, arguments):
    seen = {}
    async with Client(parameters(program, arguments), mode=mode) as client:
        tools = (await client.list_tools()).tools
        seen["tools"] = [tool.name for tool in tools]
        writes = "add" in seen["tools"]
        if writes:
            added = await client.call_tool(
                "add", {"title": "From the client", "due": "tomorrow", "tags": ["robot"]}
            )
            assert not added.is_error, added
            identifier = added.structured_content["task"]["guid"]
            for name, more in (
                ("edit", {"priority": "5"}),
                ("comment", {"text": "said"}),
                ("done", {}),
            ):
                result = await client.call_tool(name, {"task": identifier, **more})
                assert not result.is_error, result
            seen["task"] = result.structured_content["task"]
            seen["comments"] = result.structured_content["comments"]
        listed = await client.call_tool("list", {"limit": 2})
        seen["list"] = listed.structured_content
        assert json.loads(listed.content[0].text) == listed.structured_content
        seen["search"] = (await client.call_tool("search", {"words": "milk"})).structured_content
        wrong = await client.call_tool("list", {"query": "pirority:5"})
        seen["error"] = [wrong.is_error, wrong.structured_content]
        try:
            await client.call_tool("delete", {"task": "milk"})
            seen["delete"] = "called"
        except MCPError as error:
            seen["delete"] = error.error.code
        seen["prime"] = (await client.read_resource("redo://prime")).contents[0].text
        identifier = seen["list"]["tasks"][0]["guid"]
        task = await client.read_resource(f"task://taskId/{identifier}")
        seen["resource"] = json.loads(task.contents[0].text)
        seen["templates"] = [
            template.uri_template
            for template in (await client.list_resource_templates()).resource_templates
        ]
    seen["schemas"] = check_schemas(program, arguments, identifier)
    print(json.dumps(seen))


async def person(programs, directory, generator, done):
    """The commands of a person, one after the other until the client is done."""
    titles = []
    while not done.is_set():
        title = f"person {len(titles)}"
        words = generator.choice(
            [["add", "--", title], ["list"], ["edit", "shared", "-p", str(generator.randint(1, 5))]]
        )
        process = await asyncio.create_subprocess_exec(
            str(programs / f"redo-{words[0]}"),
            *words[1:],
            cwd=directory,
            stdout=asyncio.subprocess.DEVNULL,
        )
        assert await process.wait() == 0, words
        if words[0] == "add":
            titles.append(title)
    return titles


async def mixed(seed, count, program, arguments):
    generator = random.Random(seed)
    counts = {"add": 0, "comment": 0, "edit": 0, "done": 0, "read": 0}
    identifiers, titles, finished = [], [], set()
    done = asyncio.Event()
    programs = pathlib.Path(program).parent
    other = asyncio.create_task(person(programs, os.getcwd(), random.Random(seed + 1), done))
    async with Client(parameters(program, arguments), mode="auto") as client:
        for number in range(count):
            kind = generator.choice(["add", "comment", "edit", "done", "list", "show", "search"])
            if kind == "add" or not identifiers:
                kind, title = "add", f"client {number}"
                result = await client.call_tool("add", {"title": title})
                identifiers.append(result.structured_content["task"]["guid"])
                titles.append(title)
            elif kind == "comment":
                one = generator.choice(identifiers)
                result = await client.call_tool("comment", {"task": one, "text": f"c{number}"})
            elif kind == "edit":
                one = generator.choice(identifiers)
                result = await client.call_tool("edit", {"task": one, "description": f"d{number}"})
            elif kind == "done":
                rest = [one for one in identifiers if one not in finished]
                if not rest:
                    continue
                one = generator.choice(rest)
                finished.add(one)
                result = await client.call_tool("done", {"task": one})
            elif kind == "list":
                result = await client.call_tool("list", {"limit": generator.randint(1, 100)})
            elif kind == "show":
                result = await client.call_tool("show", {"task": generator.choice(identifiers)})
            else:
                result = await client.call_tool("search", {"words": "client"})
            assert not result.is_error, (kind, result)
            counts[kind if kind in counts else "read"] += 1
            if not other.done():
                await asyncio.sleep(0)
    done.set()
    print(json.dumps({"counts": counts, "client": titles, "person": await other}))


if __name__ == "__main__":
    if sys.argv[1] == "session":
        asyncio.run(session(sys.argv[2], sys.argv[3], sys.argv[4:]))
    else:
        asyncio.run(mixed(int(sys.argv[2]), int(sys.argv[3]), sys.argv[4], sys.argv[5:]))
