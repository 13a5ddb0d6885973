import RedoJSON
import RedoSystem
import TestSupport
import Testing

@testable import RedoMCP

/// The protocol, with tools that do nothing.
@Suite struct MCPServerTests {
    /// Answers with the arguments.
    private struct Echo: MCPBackend {
        var writes = false
        var isStuck = false

        func outcome(of tool: MCPTool, _ arguments: JSONValue) -> ToolOutcome? {
            isStuck ? nil : ToolOutcome(["tool": .string(JSONString(tool.name)), "got": arguments])
        }

        func prime() -> Result<String, RedoError>? { .success("state") }
    }

    private static let meta = """
        "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",\
        "io.modelcontextprotocol/clientCapabilities":{}}
        """

    private static func ask(
        _ server: inout MCPServer, _ method: String, _ parameters: String = ""
    ) throws -> JSONValue {
        let text = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{\#(parameters)}}"#
        let reply = server.reply(to: Array(text.utf8))
        #expect(reply.bytes.count { $0 == UInt8(ascii: "\n") } == 1)
        let answer = try JSONDocument(reply.bytes).root.value
        #expect(answer["jsonrpc"]?.text == "2.0" && answer["id"]?.number == 1)
        return answer
    }

    private static func code(_ answer: JSONValue) -> Int? { answer["error"]?["code"]?.integer }

    private static let initialize =
        #""protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}"#

    @Test(arguments: [
        ("2025-11-25", "2025-11-25"), ("2025-06-18", "2025-06-18"), ("2024-11-05", "2025-11-25"),
        ("2026-07-28", "2025-11-25"), ("x", "2025-11-25"),
    ])
    func theHandshakeAgreesOnARevision(_ wanted: String, _ agreed: String) throws {
        var server = MCPServer(Echo())
        let answer = try Self.ask(
            &server, "initialize", Self.initialize.replacing("2025-11-25", with: wanted))
        #expect(answer["result"]?["protocolVersion"]?.text == agreed)
        #expect(answer["result"]?["serverInfo"]?["name"]?.text == "redo")
        let notification = #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#
        #expect(server.reply(to: Array(notification.utf8)).bytes.isEmpty)
        let tools = try Self.ask(&server, "tools/list")["result"]
        #expect(tools?["tools"]?.elements.count == 3 && tools?["resultType"] == nil)
        #expect(try Self.ask(&server, "ping")["result"] == .object([]))
        #expect(try Self.code(Self.ask(&server, "server/discover")) == -32601)
    }

    @Test func nothingIsAnsweredBeforeAHandshake() throws {
        var server = MCPServer(Echo())
        #expect(try Self.code(Self.ask(&server, "tools/list")) == -32600)
        #expect(try Self.ask(&server, "ping")["result"] != nil)
    }

    @Test func withoutAHandshakeEachRequestNamesItsRevision() throws {
        var server = MCPServer(Echo(writes: true))
        let found = try Self.ask(&server, "server/discover", Self.meta)["result"]
        #expect(found?["supportedVersions"]?.elements.last?.text == "2026-07-28")
        #expect(found?["resultType"]?.text == "complete" && found?["ttlMs"]?.number == 0)
        let tools = try Self.ask(&server, "tools/list", Self.meta)["result"]
        #expect(tools?["tools"]?.elements.count == MCPTool.all.count)
        for method in ["initialize", "ping"] {
            #expect(try Self.code(Self.ask(&server, method, Self.meta)) == -32601)
        }
        // Nothing is remembered.
        #expect(try Self.code(Self.ask(&server, "tools/list")) == -32600)
    }

    @Test func anUnknownRevisionIsRefusedWithThoseThatThereAre() throws {
        var server = MCPServer(Echo())
        let meta = Self.meta.replacing("2026-07-28", with: "2030-01-01")
        let answer = try Self.ask(&server, "tools/list", meta)
        #expect(Self.code(answer) == -32022)
        #expect(answer["error"]?["data"]?["supported"]?.elements.count == 3)
        #expect(answer["error"]?["data"]?["requested"]?.text == "2030-01-01")
    }

    @Test func capabilitiesAreRequired() throws {
        var server = MCPServer(Echo())
        let meta = #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#
        #expect(try Self.code(Self.ask(&server, "tools/list", meta)) == -32602)
    }

    @Test func aToolThatWritesNeedsPermission() throws {
        var server = MCPServer(Echo())
        let call = #""name":"add","arguments":{"title":"x"},\#(Self.meta)"#
        #expect(try Self.code(Self.ask(&server, "tools/call", call)) == -32602)
        var writing = MCPServer(Echo(writes: true))
        let result = try Self.ask(&writing, "tools/call", call)["result"]
        #expect(result?["structuredContent"]?["tool"]?.text == "add")
        #expect(result?["isError"] == false && result?["resultType"]?.text == "complete")
    }

    @Test func whatDoesNotExistIsRefused() throws {
        var server = MCPServer(Echo())
        let meta = Self.meta
        #expect(
            try Self.code(Self.ask(&server, "tools/call", #""name":"delete",\#(meta)"#)) == -32602)
        #expect(try Self.code(Self.ask(&server, "prompts/list", meta)) == -32601)
        #expect(try Self.code(Self.ask(&server, "tools/list", #""cursor":"1",\#(meta)"#)) == -32602)
        for uri in ["redo://other", "file:///etc/passwd", "task://taskId/x", ""] {
            let answer = try Self.ask(&server, "resources/read", #""uri":"\#(uri)",\#(meta)"#)
            #expect(Self.code(answer) == -32602, "\(uri)")
        }
        _ = try Self.ask(&server, "initialize", Self.initialize)
        let old = try Self.ask(&server, "resources/read", #""uri":"redo://other""#)
        #expect(Self.code(old) == -32002)
    }

    @Test func aCallThatTakesTooLongEndsTheServer() throws {
        var server = MCPServer(Echo(isStuck: true))
        let call = #""name":"list",\#(Self.meta)"#
        #expect(try Self.code(Self.ask(&server, "tools/call", call)) == -32603)
        #expect(server.isStuck)
    }

    @Test func aLongLineIsRefused() throws {
        let reply = MCPServer(Echo()).replyToLongLine()
        let answer = try JSONDocument(reply.bytes).root.value
        #expect(Self.code(answer) == -32600 && answer["id"] == .null)
    }

    @Test func noToolDestroysSharesOrSends() {
        let refused = ["delete", "trash", "share", "push", "sync", "config", "key", "archive"]
        for tool in MCPTool.all {
            #expect(!refused.contains(tool.name))
            #expect(tool.json["annotations"]?["destructiveHint"] == false)
        }
        #expect(MCPTool.all.count <= 8)
    }

    @Test func aTimeLimitEndsAWait() throws {
        #expect(TimeLimit.value(within: 60_000) { 7 } == 7)
        let pipe = try Pipe()
        let end = pipe.readEnd.rawValue
        let value = TimeLimit.value(within: 20) { () -> Int in
            var bytes: [UInt8] = []
            _ = try? readBytes(from: end, atMost: 1, into: &bytes, path: "")
            return 0
        }
        #expect(value == nil)
        // The thread ends with its input.
        try pipe.writeEnd.write([0].span)
    }
}
