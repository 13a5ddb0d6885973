import Testing

@testable import RedoJSON

/// The members of an object by the places of their names in a list.
@Suite struct SelectionTests {
    static func selection(_ text: String) throws -> JSONSelection {
        let object = try JSONDocument(Array(text.utf8)).root
        return JSONSelection(object, ["one", "two", "three"])
    }

    static func integers(_ text: String) throws -> [Int?] {
        let selected = try selection(text)
        return (0..<3).map { selected[$0]?.integer }
    }

    @Test(arguments: [
        #"{"one":1,"two":2,"three":3}"#, #"{"one":1,"three":3,"two":2}"#,
        #"{"two":2,"one":1,"three":3}"#, #"{"three":3,"two":2,"one":1}"#,
        #"{"x":[{"one":4}],"one":1,"y":{"two":5},"tw\u006f":2,"three":3,"z":6}"#,
    ])
    func membersAreFoundInAnyOrder(_ text: String) throws {
        let expected: [Int?] = [1, 2, 3]
        #expect(try Self.integers(text) == expected)
    }

    @Test func aMissingMemberIsNil() throws {
        let some: [Int?] = [nil, 2, nil]
        #expect(try Self.integers(#"{"two":2}"#) == some)
        let none: [Int?] = [nil, nil, nil]
        #expect(try Self.integers("{}") == none)
    }

    @Test func aNullIsAMember() throws {
        let selected = try Self.selection(#"{"one":null}"#)
        #expect(selected[0]?.kind == .null)
        #expect(selected[1] == nil)
    }

    @Test(arguments: ["[1,2,3]", #""one""#, "null", "7"])
    func aValueThatIsNoObjectHasNoMembers(_ text: String) throws {
        let selected = try Self.selection(text)
        #expect((0..<3).allSatisfy { selected[$0] == nil })
        #expect(selected.firstOther == nil)
    }

    @Test func ofTheOtherNamesTheFirstIsKept() throws {
        let selected = try Self.selection(#"{"one":1,"x\"":2,"two":3,"y":4}"#)
        #expect(selected.firstOther?.description == "x\"")
        let complete = try Self.selection(#"{"one":1,"two":2,"three":3}"#)
        #expect(complete.firstOther == nil)
    }
}
