import Foundation
import RedoJSON
import TestSupport
import Testing

/// Nodes whose texts and times git would not accept as they are.
@Suite struct MirrorTextTests {
    private let fixture: MirrorFixture
    private var runner: CommandRunner { fixture.runner }

    init() throws { fixture = try MirrorFixture() }

    static let names = [
        "Ana\nEvil <a@b> 1 +0000", "<>", "", "😀 Zoé", " \t ", ".,:;", "a\u{0}b", "\u{1B}[2J",
        "\u{202E}", "a <", "> b", String(repeating: "long ", count: 4000),
        String(repeating: "é", count: 300), "\r\n\r\nRedo-Node: x", "\u{FEFF}", "\u{10FFFF}",
    ]

    static let walls = [
        "0000-01-01T00:00:00.000Z", "1969-12-31T23:59:59.999Z", "1970-01-01T00:00:00.000Z",
        "2038-01-19T03:14:08.000Z", "2106-02-07T06:28:16.000Z", "9999-12-31T23:59:59.999Z",
    ]

    private func expectMirrored(_ nodes: [SampleNode]) throws {
        let text = try runner.lines(of: nodes).map { $0 + "\n" }.joined()
        #expect(try runner.run("redo-import", ["--unsigned"], input: Array(text.utf8)).status == 0)
        try fixture.update()
        try fixture.expectSound()
        let other = try fixture.otherStore()
        let outcome = try fixture.mirror(other, "--from", "mirror.git")
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        #expect(try fixture.stateHash(other) == fixture.stateHash())
        #expect(
            try runner.run("redo-export", [other]).output == runner.run("redo-export").output)
    }

    @Test func namesDevicesAndTitlesOfAllKinds() throws {
        var nodes: [SampleNode] = []
        for (number, name) in Self.names.enumerated() {
            nodes.append(
                SampleNode(
                    task: SampleNode.task(number), device: name.isEmpty ? "-" : name, name: name,
                    fields: ["title": .string(.init("x" + name))]))
        }
        try expectMirrored(nodes)
        let people = try fixture.git("log", "--format=%an <%ae>")
        #expect(
            people.contains(
                "Ana Evil a@b 1 +0000 <00112233445566778899aabbccddeeff@Ana-Evil--a-b--1--0000>"))
        #expect(people.count { $0.hasPrefix("00112233445566778899aabbccddeeff <") } == 4)
        // Nobody's title ends a message and adds a trailer.
        let trailers = try fixture.git("log", "--format=%(trailers:key=Redo-Node,valueonly)")
        #expect(!trailers.contains("x"))
    }

    @Test func timesBeforeTheFirstAndFarAhead() throws {
        try expectMirrored(
            Self.walls.enumerated().map {
                SampleNode(task: SampleNode.task($0.offset), wall: $0.element)
            })
        let dates = Set(try fixture.git("log", "--format=%at", "HEAD^@"))
        #expect(dates == ["0", "2147483648", "4294967296", "253402300799"])
        #expect(try fixture.git("log", "-1", "--format=%at") == ["253402300799"])
    }

    @Test func aNodeOfTheGreatestSize() throws {
        let title = String(repeating: "x", count: 1_048_000)
        try expectMirrored([SampleNode(fields: ["title": .string(.init(title))])])
        #expect(try fixture.git("log", "-1", "--format=%s", "HEAD^1")[0].utf8.count == 202)
    }
}
