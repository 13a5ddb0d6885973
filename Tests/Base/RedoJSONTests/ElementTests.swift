import Testing

@testable import RedoJSON

/// Values are looked at in the document, without a tree.
@Suite struct ElementTests {
    static func root(_ text: String) throws -> JSONElement {
        try JSONDocument(Array(text.utf8)).root
    }

    @Test func aMemberIsFoundUnderAnEscapedName() throws {
        let root = try Self.root(#"{"b":{"x":[1]},"\u0061":true}"#)
        #expect(root["a"]?.bool == true)
        #expect(root["c"] == nil)
    }

    @Test func elementsJumpOverTheirContents() throws {
        let root = try Self.root(#"[[1,[2]],{"a":{"b":3}},4]"#)
        #expect(root.elements.map(\.kind) == [.array, .object, .number])
        #expect(root.elements.map { $0.document.tokens[$0.index].start } == [1, 9, 23])
    }

    @Test func aScalarHasNoElementsAndNoMembers() throws {
        let root = try Self.root("\"[1]\"")
        #expect(root.count == 0)
        #expect(Array(root.elements).isEmpty)
        #expect(Array(root.members).isEmpty)
    }

    @Test func onlyAStringHasCharacters() throws {
        #expect(try Self.root("1").withCharacters { $0.count } == 0)
        #expect(try Self.root(#""\n\u00e9""#).withCharacters { $0.count } == 3)
        #expect(try Self.root("null").equals("null") == false)
    }

    @Test(arguments: [
        (#""null""#, true), (#""nu\u006cl""#, true), (#""nul""#, false), (#""nulls""#, false),
        (#""Null""#, false), ("null", false), ("[null]", false), ("1234", false),
    ])
    func onlyAStringEqualsALiteral(_ text: String, _ isEqual: Bool) throws {
        #expect(try Self.root(text).equals("null") == isEqual)
    }

    @Test func someMembersCanBeLeftOut() throws {
        let root = try Self.root(#"{"z":1,"i\u0064":2,"a":{"id":3}}"#)
        var output: [UInt8] = []
        CanonicalJSON.append(root, to: &output) { !$0.isEqual(to: "id") }
        #expect(output == Array(#"{"a":{"id":3},"z":1}"#.utf8))
    }
}
