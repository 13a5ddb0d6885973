import RedoJSON
import Testing

@testable import RedoModel

/// Members that a replica adds to a node (protocol, section 1, "Replica metadata").
@Suite struct ReplicaMetadataTests {
    static let text = NodeText.create.setting("accessList", to: ["a", "b"])
        .setting("createdAt", to: ["seconds": 1, "nothing": nil])

    @Test func theyAreAccepted() {
        #expect(Self.text.code(.required) == nil)
    }

    @Test func theyAreNotStored() throws {
        let node = try NodeValidator().read(Self.text.bytes, signature: .required)
        #expect(node.canonicalBytes == NodeText.create.bytes)
    }

    @Test(arguments: [["a", 1], "a", nil, ["a": "b"]] as [JSONValue])
    func anAccessListIsAnArrayOfStrings(_ list: JSONValue) {
        #expect(NodeText.create.setting("accessList", to: list).code() == .schemaMismatch)
    }
}
