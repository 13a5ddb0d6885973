import RedoJSON
import TestSupport
import Testing

@testable import RedoMCP

/// JSON-RPC, read strictly.
@Suite struct RPCMessageTests {
    private static func read(_ text: String) throws(RPCMessage.Mistake) -> RPCMessage {
        try RPCMessage(reading: Array(text.utf8))
    }

    @Test func aRequestHasAnIDThatIsATextOrAnInteger() throws {
        let number = try Self.read(#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#)
        #expect(number.kind == .request(.number(7)) && number.method == "ping")
        let text = try Self.read(#"{"jsonrpc":"2.0","id":"a","method":"x","params":{"b":1}}"#)
        #expect(text.kind == .request(.text("a")) && text.parameters["b"]?.integer == 1)
    }

    @Test func withoutAnIDItIsANotification() throws {
        let text = #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#
        #expect(try Self.read(text).kind == .notification)
    }

    @Test func anAnswerIsRecognised() throws {
        #expect(try Self.read(#"{"jsonrpc":"2.0","id":1,"result":{}}"#).kind == .answer)
    }

    @Test(arguments: [
        ("{", RPCError.Code.parseError), ("", .parseError), ("\u{0}", .parseError),
        (#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#, .parseError),
        ("[]", .invalidRequest), ("7", .invalidRequest), ("{}", .invalidRequest),
        (#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, .invalidRequest),
        (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, .invalidRequest),
        (#"{"jsonrpc":2.0,"id":1,"method":"ping"}"#, .invalidRequest),
        (#"{"id":1,"method":"ping"}"#, .invalidRequest),
        (#"{"jsonrpc":"2.0","id":1}"#, .invalidRequest),
        (#"{"jsonrpc":"2.0","id":1,"method":7}"#, .invalidRequest),
        (#"{"jsonrpc":"2.0","id":1,"method":""}"#, .invalidRequest),
        (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, .invalidRequest),
        (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, .invalidRequest),
        (#"{"jsonrpc":"2.0","id":[],"method":"ping"}"#, .invalidRequest),
        (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, .invalidParameters),
        (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":null}"#, .invalidParameters),
    ])
    func anythingElseIsRefused(_ text: String, _ code: RPCError.Code) {
        #expect {
            try Self.read(text)
        } throws: {
            ($0 as? RPCMessage.Mistake)?.error.code == code
        }
    }

    @Test func aMistakeHasTheIDThatCouldBeRead() {
        #expect {
            try Self.read(#"{"jsonrpc":"1.0","id":"a","method":"ping"}"#)
        } throws: {
            ($0 as? RPCMessage.Mistake)?.id == .text("a")
        }
    }

    @Test func depthAndSizeAreLimited() {
        let deep = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
        let nested = #"{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":\#(deep)}}"#
        #expect(throws: RPCMessage.Mistake.self) { try Self.read(nested) }
        let long = String(repeating: " ", count: RPCMessage.maximumByteCount) + "{}"
        #expect(throws: RPCMessage.Mistake.self) { try Self.read(long) }
    }
}
