import TestSupport
import Testing

@testable import RedoJSON

/// A repeated name is reported at the first one that repeats, also where the reader met another
/// mistake before it compared names.
@Suite struct DuplicateNameTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let offset: Int
        init(_ text: String, _ offset: Int) { (self.text, self.offset) = (text, offset) }
        var testDescription: String { text }
    }

    @Test(arguments: [
        // The object is sound otherwise.
        Case(#"{"a":1,"b":2,"b":3,"a":4}"#, 13), Case(#"{"a":1,"a":2,"a":3}"#, 7),
        Case(#"{"b":1,"a":2,"b":3}"#, 13), Case(#"{"":1,"":2}"#, 6),
        Case(#"{"😀":1,"\uD83D\uDE00":2}"#, 10), Case(#"[[{"a":[1],"a":{}}]]"#, 11),
        // Something later is wrong.
        Case(#"{"a":1,"a":2,]"#, 7), Case(#"{"a":1,"a":2"#, 7), Case(#"{"a":1,"a""#, 7),
        Case(#"{"a":1,"a":2} x"#, 7), Case(#"[{"a":1,"a":2},]"#, 8),
        Case(#"{"a":1,"a":1e999}"#, 7), Case(#"{"a":1,"a":"\ud800"}"#, 7),
        Case(#"{"\u0061":1,"a":nul}"#, 12),
        // Something later is wrong in the enclosing object or in an enclosed value.
        Case(#"{"o":{"a":1,"a":2},]"#, 12), Case(#"{"a":1,"a":{"b":[1,}"#, 7),
        Case(#"{"a":1,"a":{"b":1,"b":2}}"#, 7), Case(#"{"a":{"b":1},"a":[{"c":1,"c":2}]}"#, 13),
        Case(#"{"x":{"a":1,"a":2},"x":3}"#, 12), Case(#"[{"a":1,"o":[{"b":1,"b":[["#, 20),
    ])
    func theFirstRepeatedNameIsReported(_ example: Case) {
        let error = #expect(throws: JSONError.self) { try JSONDocument(Array(example.text.utf8)) }
        #expect(error == JSONError(.duplicateName, at: example.offset))
    }

    @Test(arguments: [
        Case(#"{"a":1,x,"a":2}"#, 7), Case(#"{"a":01,"a":2}"#, 6), Case(#"{"a":1 "a":2}"#, 7),
        Case(#"{"a":[1,],"a":2}"#, 8),
    ])
    func anEarlierMistakeComesFirst(_ example: Case) {
        let error = #expect(throws: JSONError.self) { try JSONDocument(Array(example.text.utf8)) }
        #expect(error == JSONError(.unexpectedByte, at: example.offset))
    }

    @Test func aNameIsRepeatedOnlyWithinItsObject() {
        let text = #"{"a":{"a":{"a":[{"a":1},{"a":2}]}},"b":{"a":1}}"#
        #expect(throws: Never.self) { try JSONDocument(Array(text.utf8)) }
    }

    @Test func namesOfOtherBytesAreDifferentNames() {
        // The same letter composed and decomposed: equal as Swift strings.
        let text = "{\"\u{E9}\":1,\"e\u{301}\":2}"
        #expect(throws: Never.self) { try JSONDocument(Array(text.utf8)) }
    }

    @Test func aNameRepeatedAnywhereInALongObjectIsFound() {
        let seed = Seed()
        var generator = seed.generator
        for _ in 0..<100 {
            var names = (0..<50).map { "n\($0)" }.shuffled(using: &generator)
            let place = Int.random(in: 1...names.count, using: &generator)
            names.insert(names[Int.random(in: 0..<place, using: &generator)], at: place)
            let members = names.map { "\"\($0)\":0" }
            let offset = "{\(members[..<place].joined(separator: ",")),".utf8.count
            let text = Array("{\(members.joined(separator: ","))}".utf8)
            let error = #expect(throws: JSONError.self, seed.replay) { try JSONDocument(text) }
            #expect(error == JSONError(.duplicateName, at: offset), seed.replay)
        }
    }
}
