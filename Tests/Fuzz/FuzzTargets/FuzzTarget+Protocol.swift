import RedoJSON
import RedoMCP
import RedoSystem

extension FuzzTarget {
    /// Answers with the arguments, which ``MCPTool`` has checked as for a command.
    private struct Checked: MCPBackend {
        let writes = true

        func outcome(of tool: MCPTool, _ arguments: JSONValue) -> ToolOutcome? {
            do throws(RedoError) {
                let words = try tool.commandLine(arguments)
                return ToolOutcome(["words": .array(words.map { .string(JSONString($0)) })])
            } catch {
                return ToolOutcome(["error": .string(JSONString(error.message))], isError: true)
            }
        }

        func prime() -> Result<String, RedoError>? { .success("") }
    }

    /// Lines of clients of `redo mcp`: each is answered by one line, or not at all.
    static let mcp = FuzzTarget(
        "mcp", upTo: 4096,
        seeds: {
            let meta = """
                "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",\
                "io.modelcontextprotocol/clientCapabilities":{}}
                """
            let first = """
                {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",\
                "capabilities":{},"clientInfo":{"name":"a","version":"1"}}}
                """
            return Seeds.texts([
                first + "\n" + #"{"jsonrpc":"2.0","method":"notifications/initialized"}"# + "\n"
                    + #"{"jsonrpc":"2.0","id":"1","method":"tools/list"}"#,
                #"{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{\#(meta)}}"#,
                #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list","arguments":{"query":"is:ready","limit":3},\#(meta)}}"#,
                #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"title":"a","tags":["b"]},\#(meta)}}"#,
                #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"done","arguments":{"task":"1396c804-8edf-86e6-a55c-a9640e6cb5d5"},\#(meta)}}"#,
                #"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"task://taskId/1396c804-8edf-86e6-a55c-a9640e6cb5d5",\#(meta)}}"#,
                #"{"jsonrpc":"2.0","id":1,"result":{}}"#,
                #"{"jsonrpc":"2.0","id":2,"method":"ping"}"#,
            ])
        },
        run: { bytes in
            var server = MCPServer(Checked())
            for line in bytes.split(separator: UInt8(ascii: "\n")) {
                let reply = server.reply(to: Array(line))
                let message = try? RPCMessage(reading: Array(line))
                if case .notification? = message?.kind {
                    try require(reply.bytes.isEmpty, "a notification is answered")
                }
                if case .answer? = message?.kind {
                    try require(reply.bytes.isEmpty, "an answer is answered")
                }
                if reply.bytes.isEmpty {
                    try require(message != nil, "a mistake is not answered")
                    continue
                }
                let ends = reply.bytes.count { $0 == UInt8(ascii: "\n") }
                try require(ends == 1 && reply.bytes.last == UInt8(ascii: "\n"), "not one line")
                let answer = try demand("an answer is not JSON") {
                    try JSONDocument(reply.bytes).root
                }
                try require(answer["jsonrpc"]?.equals("2.0") == true, "no version")
                try require(
                    (answer["result"] == nil) != (answer["error"] == nil), "not one outcome")
                if case .request(let id)? = message?.kind {
                    try require(answer["id"]?.value == id.json, "another id")
                }
                try require(!server.isStuck, "stuck")
            }
        })
}
