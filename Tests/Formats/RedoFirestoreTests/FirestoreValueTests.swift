import RedoJSON
import TestSupport
import Testing

@testable import RedoFirestore

/// Values of JSON as values of documents, and back.
@Suite struct FirestoreValueTests {
    private func text(_ value: FirestoreValue) -> String {
        var bytes: [UInt8] = []
        value.append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func read(_ text: String) throws -> FirestoreValue? {
        FirestoreValue(reading: try JSONDocument(Array(text.utf8), maximumDepth: 80).root)
    }

    private static let pairs: [(JSONValue, String)] = [
        (JSONValue.null, #"{"nullValue":null}"#), (true, #"{"booleanValue":true}"#),
        (0, #"{"integerValue":"0"}"#), (.number(-0.0), #"{"integerValue":"0"}"#),
        (.number(1.0), #"{"integerValue":"1"}"#), (-17, #"{"integerValue":"-17"}"#),
        (.number(9_007_199_254_740_991), #"{"integerValue":"9007199254740991"}"#),
        (.number(9_007_199_254_740_992), #"{"doubleValue":9007199254740992}"#),
        (.number(1e21), #"{"doubleValue":1e+21}"#), (.number(0.1), #"{"doubleValue":0.1}"#),
        (.number(.leastNonzeroMagnitude), #"{"doubleValue":5e-324}"#),
        ("a\"é\n", #"{"stringValue":"a\"é\n"}"#), (.array([]), #"{"arrayValue":{"values":[]}}"#),
        (.object([]), #"{"mapValue":{"fields":{}}}"#),
        (
            ["a": [1, .object([])]],
            #"{"mapValue":{"fields":{"a":{"arrayValue":{"values":[{"integerValue":"1"},{"mapValue":{"fields":{}}}]}}}}}"#
        ),
    ]

    @Test(arguments: pairs)
    func valuesHaveTheFormOfRequests(_ json: JSONValue, _ expected: String) throws {
        let value = try #require(FirestoreValue(json))
        #expect(text(value) == expected)
        #expect(try read(expected) == value)
        #expect(value.json.map { CanonicalJSON.bytes($0) } == CanonicalJSON.bytes(json))
    }

    /// What the service and its emulator answer that requests do not say so.
    @Test(arguments: [
        (#"{"arrayValue":{}}"#, JSONValue.array([])), (#"{"mapValue":{}}"#, .object([])),
        (#"{"doubleValue":3.0}"#, 3),
        (#"{"doubleValue":4.9E-324}"#, .number(.leastNonzeroMagnitude)),
        (#"{"doubleValue":-0.0}"#, 0), (#"{"integerValue":5}"#, 5),
        (#"{"integerValue":"9007199254740993"}"#, .number(9_007_199_254_740_992)),
        (#"{"integerValue":"-9223372036854775808"}"#, .number(-9_223_372_036_854_775_808)),
        (#"{"timestampValue":"2025-01-01T00:00:00.123456Z"}"#, "2025-01-01T00:00:00.123456Z"),
    ])
    func answersAreRead(_ text: String, _ expected: JSONValue) throws {
        let json = try #require(try read(text)?.json)
        #expect(CanonicalJSON.bytes(json) == CanonicalJSON.bytes(expected))
    }

    @Test(arguments: [
        #"{"doubleValue":"NaN"}"#, #"{"doubleValue":"Infinity"}"#, #"{"doubleValue":"-Infinity"}"#,
        #"{"bytesValue":"AA=="}"#, #"{"geoPointValue":{"latitude":1}}"#,
        #"{"referenceValue":"projects/p/databases/d/documents/a/b"}"#,
        #"{"arrayValue":{"values":[{"doubleValue":"NaN"}]}}"#,
        #"{"mapValue":{"fields":{"a":{"bytesValue":""}}}}"#,
    ])
    func whatJSONCannotSayIsNoJSON(_ text: String) throws {
        let value = try #require(try read(text))
        #expect(value.json == nil)
    }

    @Test(arguments: [
        "3", "{}", "[]", #"{"integerValue":"x"}"#, #"{"integerValue":1.5}"#,
        #"{"booleanValue":1}"#, #"{"stringValue":1}"#, #"{"a":1,"b":2}"#,
        #"{"integerValue":"9223372036854775808"}"#, #"{"mapValue":{"fields":[]}}"#,
        #"{"arrayValue":{"values":[1]}}"#,
    ])
    func whatIsNoValueIsNotRead(_ text: String) throws {
        #expect(try read(text) == nil)
    }

    /// A value in so many arrays and maps, by turns.
    private func nested(_ depth: Int, from array: Bool) -> JSONValue {
        if depth == 0 { return 1 }
        let content = nested(depth - 1, from: !array)
        return array ? [content] : ["a": content]
    }

    @Test func twentyLevelsAreTheMost() {
        for array in [true, false] {
            #expect(FirestoreValue(nested(20, from: array)) != nil)
            #expect(FirestoreValue(nested(21, from: array)) == nil)
        }
        #expect(FirestoreValue([[1]]) == nil)
        #expect(FirestoreValue(["a": [["b": [1]]]]) != nil)
    }

    @Test func namesThatAreReservedCannotBe() {
        for (name, isGood) in [
            ("", false), ("a", true), ("__a__", false), ("____", false), ("___", true),
            ("__a", true), ("a.b`\\", true), (String(repeating: "a", count: 1500), true),
            (String(repeating: "a", count: 1501), false),
        ] {
            let value = FirestoreValue(.object([JSONMember(JSONString(name), 1)]))
            #expect((value != nil) == isGood, "\(name.prefix(10))")
        }
    }

    /// The service's own example: https://firebase.google.com/docs/firestore/storage-size
    @Test func sizesAreTheServices() throws {
        let value = try #require(
            FirestoreValue(["type": "Personal", "done": false, "priority": 1]))
        #expect(value.byteCount == 5 + 9 + 5 + 1 + 9 + 8)
        #expect(
            try #require(FirestoreValue([1, "ab", nil, .number(0.5)])).byteCount == 8 + 3 + 1 + 8)
    }
}
