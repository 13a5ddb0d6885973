import RedoJSON
import RedoModel
import TestSupport
import Testing

@testable import RedoFirestore

/// Nodes as documents, and documents as nodes.
@Suite struct NodeDocumentTests {
    @Test func membersAreFields() throws {
        let node = try SampleDocument.node()
        let document = try NodeDocument(node, accessList: [SampleDocument.uid])
        let names = document.fields.map(\.name.description).sorted()
        #expect(
            names == [
                "accessList", "action", "author", "data", "id", "parents", "signature", "taskId",
                "timestamp", "version",
            ])
        let map = FirestoreValue.map(document.fields)
        #expect(map["data"]?["fields"]?["title"]?.string == "Water")
        #expect(map["accessList"] == .array([.string(SampleDocument.uid)]))
        #expect(map["version"] == .integer(1) && map["timestamp"]?["lamport"] == .integer(1))
        #expect(try SampleDocument.roundTrip(node).canonicalBytes == node.canonicalBytes)
    }

    @Test(
        arguments: [
            ["a": [[1, 2], [3]]], ["": 1], ["__x__": 1],
            [
                "a": [
                    "b": [
                        "c": [
                            "d": [
                                "e": [
                                    "f": [
                                        "g": [
                                            "h": [
                                                "i": [
                                                    "j": [
                                                        "k": [
                                                            "l": [
                                                                "m": [
                                                                    "n": [
                                                                        "o": [
                                                                            "p": [
                                                                                "q": [
                                                                                    "r": [
                                                                                        "s": [
                                                                                            "t": 1
                                                                                        ]
                                                                                    ]
                                                                                ]
                                                                            ]
                                                                        ]
                                                                    ]
                                                                ]
                                                            ]
                                                        ]
                                                    ]
                                                ]
                                            ]
                                        ]
                                    ]
                                ]
                            ]
                        ]
                    ]
                ]
            ],
        ] as [JSONValue])
    func whatADocumentCannotHoldIsAText(_ fields: JSONValue) throws {
        let node = try SampleDocument.node(
            SampleDocument.members(action: "CUSTOM", data: ["fields": fields]))
        let document = try NodeDocument(node, accessList: [SampleDocument.uid])
        let map = FirestoreValue.map(document.fields)
        #expect(map["data"] == nil)
        #expect(
            map["dataJSON"]?.string?.utf8 == CanonicalJSON.bytes(["fields": fields] as JSONValue))
        #expect(try SampleDocument.roundTrip(node).canonicalBytes == node.canonicalBytes)
    }

    /// All vectors with a signature that the protocol takes.
    @Test func vectorsComeBackByteForByte() throws {
        var count = 0
        for line in try Fixtures.lines("vectors/nodes.jsonl") {
            let root = try JSONDocument(line).root
            guard root["expect"]?.equals("OK") == true, let text = root["node"]?.string else {
                continue
            }
            guard let node = try? NodeValidator().read(text.utf8, signature: .required) else {
                continue
            }
            #expect(try SampleDocument.roundTrip(node).canonicalBytes == node.canonicalBytes)
            count += 1
        }
        #expect(count > 50)
    }

    @Test func randomNodesComeBackByteForByte() throws {
        let seed = Seed()
        var random = RandomJSON(seed, .document)
        var textCount = 0
        for _ in 0..<500 {
            let node = try SampleDocument.node(
                SampleDocument.members(action: "CUSTOM", data: ["fields": random.object(depth: 24)])
            )
            let document = try NodeDocument(node, accessList: [SampleDocument.uid])
            if FirestoreValue.map(document.fields)["dataJSON"] != nil { textCount += 1 }
            let line = try SampleDocument.roundTrip(node).canonicalBytes
            #expect(line == node.canonicalBytes, seed.replay)
        }
        #expect((10...490).contains(textCount), seed.replay)
    }

    /// The service's rule for sizes, followed by hand for one document.
    @Test func sizeIsTheServices() throws {
        let document = try NodeDocument(try SampleDocument.node(), accessList: [SampleDocument.uid])
        let fields = document.fields.reduce(0) { $0 + $1.byteCount }
        #expect(document.byteCount(in: "nodes") == 16 + 6 + 72 + 32 + fields + 18)
        #expect(document.byteCount(in: "users/u/changes") == 16 + 6 + 2 + 8 + 72 + 32 + fields + 18)
    }
}
