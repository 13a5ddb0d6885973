import Testing

@testable import RedoModel

@Suite struct IDPrefixTests {
    private func id(_ start: String, then digit: Character) -> NodeID? {
        NodeID("sha256:" + start + String(repeating: digit, count: 64 - start.count))
    }

    @Test func nodesAreThoseWhoseDigitsBeginSo() throws {
        let range = try #require(NodeID.range(ofPrefix: "ab12"))
        #expect(
            range.lowerBound == id("ab12", then: "0") && range.upperBound == id("ab12", then: "f"))
        #expect(try range.contains(#require(id("ab12", then: "7"))))
        #expect(try !range.contains(#require(id("ab13", then: "0"))))
        #expect(NodeID.range(ofPrefix: "")?.upperBound == id("", then: "f"))
        let whole = String(repeating: "5", count: 64)
        #expect(NodeID.range(ofPrefix: whole)?.lowerBound == id("", then: "5"))
    }

    @Test(arguments: ["AB", "xy", "sha256:ab", String(repeating: "5", count: 65)])
    func whatIsNoBeginningHasNoNodes(_ text: String) {
        #expect(NodeID.range(ofPrefix: text) == nil)
    }

    @Test func tasksAreThoseWhoseTextBeginsSo() throws {
        let range = try #require(TaskID.range(ofPrefix: "12345678-9"))
        #expect(range.lowerBound == TaskID("12345678-9000-0000-0000-000000000000"))
        #expect(range.upperBound == TaskID("12345678-9fff-ffff-ffff-ffffffffffff"))
        for text in ["123456789", "x", "12345678-9000-0000-0000-0000000000000"] {
            #expect(TaskID.range(ofPrefix: text) == nil)
        }
    }
}
