import RedoJSON
import Testing

@testable import RedoModel

/// The id of a body, for repair work: in any spelling, valid or not.
@Suite struct IdentifyTests {
    static let id = NodeText.create.json["id"]?.string?.description

    static func identify(_ text: [UInt8]) throws(Rejection) -> String {
        try NodeValidator().identify(text).description
    }

    @Test func aValidNodeHasItsID() throws {
        #expect(try Self.identify(NodeText.create.bytes) == Self.id)
    }

    @Test(arguments: ["id", "signature"])
    func whatTheHashDoesNotCoverMayBeMissing(_ name: String) throws {
        #expect(try Self.identify(NodeText.create.removing(name).bytes) == Self.id)
    }

    @Test(arguments: ["id", "signature", "accessList", "createdAt"])
    func whatTheHashDoesNotCoverMayBeAnything(_ name: String) throws {
        let text = NodeText.create.setting(name, to: ["wrong": [nil]])
        #expect(try Self.identify(text.bytes) == Self.id)
    }

    @Test(arguments: ["author.id", "data.fields.signature", "data.fields.createdAt", "unknown"])
    func everythingElseIsCovered(_ path: String) throws {
        #expect(try Self.identify(NodeText.create.setting(path, to: 1).bytes) != Self.id)
    }

    @Test func theSpellingDoesNotMatter() throws {
        let text = String(decoding: NodeText.create.bytes, as: UTF8.self)
            .replacing(",\"", with: " ,\n \"")
            .replacing("\"version\":1", with: "\"versio\\u006e\":1.0")
        #expect(try Self.identify(Array(text.utf8)) == Self.id)
    }

    @Test func anObjectThatIsNoNodeHasOneToo() throws {
        // SHA-256 of {} alone.
        #expect(
            try Self.identify(Array("{ }".utf8))
                == "sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a")
    }

    @Test(arguments: ["", "[]", "1", "{", "{\"a\":1,\"a\":2}", "null"])
    func whatIsNoObjectIsRefused(_ text: String) {
        let error = #expect(throws: Rejection.self) { try Self.identify(Array(text.utf8)) }
        #expect(error?.code == .schemaMismatch)
    }
}
