import TestSupport
import Testing

/// A device's reference on a remote that reaches what nobody takes in, and its replacement.
@Suite struct ReplacingPushTests {
    private let fixture: GitFixture
    private let phone: TaskStore
    private let laptop: TaskStore
    private static let reference = "refs/redo/devices/phone"

    init() throws {
        fixture = try GitFixture()
        phone = try fixture.device("phone")
        laptop = try fixture.device("laptop")
        try phone.add("Water the plants")
        try phone.expect(["push"])
    }

    /// Lets the reference lead to a checkpoint with another date than its parents give.
    ///
    /// - Returns: the commit.
    private func spoil() throws -> String {
        let made = try fixture.place.shell(
            """
            cd remote.git
            git cat-file commit \(Self.reference) | sed 's/> [0-9]* +/> 7 +/' \
                | git hash-object -t commit -w --stdin
            """)
        let bad = try #require(made.lines.first, "\(made)")
        _ = try fixture.git("update-ref", Self.reference, bad)
        return bad
    }

    private func tip() throws -> String { try fixture.git("rev-parse", Self.reference)[0] }

    private func replaced() throws -> [String] {
        try fixture.git("for-each-ref", "--format=%(objectname) %(refname)", "refs/redo/replaced")
    }

    @Test func whatNobodyTakesInIsReplacedAndStaysUnderAnotherName() throws {
        let bad = try spoil()
        try phone.add("Write a letter")
        let refused = try phone.run("push")
        #expect(
            refused.status == 1 && refused.error.contains("redo-push(1) explains"), "\(refused)")
        #expect(try tip() == bad)
        let pushed = try phone.run("push", ["--replace"])
        #expect(pushed.status == 0, "\(pushed)")
        #expect(pushed.error.contains("\(Self.reference) of origin is replaced: 1 commit"))
        #expect(
            try replaced() == ["\(bad) refs/redo/replaced/phone/\(bad.prefix(12))"], "\(pushed)")
        try laptop.expect(["fetch"])
        #expect(try laptop.stateHash() == phone.stateHash())
        #expect(try phone.run("push").text == "everything up-to-date\n")
        try phone.add("Buy stamps")
        try phone.expect(["push"])
        try laptop.expect(["fetch"])
        #expect(try laptop.ids() == phone.ids())
    }

    /// The device's own repository has the bad commit as one of its own.
    @Test func whatTheDeviceItselfTakesForGoodIsReplaced() throws {
        let bad = try spoil()
        _ = try phone.runner.shell(
            """
            cd .redo/git/repository; rm redo-map; git fetch -q \(fixture.url) \(Self.reference)
            git update-ref refs/heads/log \(bad)
            """)
        try phone.add("Write a letter")
        try #require(phone.run("push").status == 0)
        // What follows a bad checkpoint is refused by all others, each time.
        #expect(try laptop.run("fetch").status == 1)
        try #require(phone.run("push", ["--replace"]).status == 0)
        try laptop.expect(["fetch"])
        #expect(try laptop.ids() == phone.ids())
        #expect(try replaced().count == 1)
    }

    /// Somebody else's nodes below the reference are taken in before it is replaced.
    @Test func whatIsGoodThereIsTakenIn() throws {
        try laptop.add("Buy stamps")
        try laptop.expect(["push"])
        _ = try fixture.git("update-ref", Self.reference, "refs/redo/devices/laptop")
        _ = try spoil()
        _ = try fixture.git("update-ref", "-d", "refs/redo/devices/laptop")
        try #require(phone.run("push", ["--replace"]).status == 0)
        #expect(try laptop.ids().isSubset(of: phone.ids()))
        #expect(try fixture.nodeIDs().isSuperset(of: laptop.ids()))
    }

    @Test func nothingIsReplacedWhereAllIsGood() throws {
        let before = try tip()
        try phone.add("Write a letter")
        let pushed = try phone.run("push", ["--replace"])
        #expect(pushed.status == 0 && pushed.error.contains("it is not replaced"), "\(pushed)")
        #expect(try replaced().isEmpty)
        // It fails where that is not so.
        _ = try fixture.git("merge-base", "--is-ancestor", before, Self.reference)
    }

    @Test func aRemoteThatForbidsItKeepsWhatItHas() throws {
        let bad = try spoil()
        let hook = "#!/bin/sh\n! [ \"$1\" = \(Self.reference) ]\n"
        try fixture.place.writeProgram(hook, to: "remote.git/hooks/update")
        let (url, environment) = try fixture.reach(.ssh)
        try phone.expect(["remote", "set-url", "origin", url])
        let refused = try phone.run("push", ["--replace"], extra: environment)
        #expect(refused.status == 128, "\(refused)")
        #expect(refused.error.contains("refused \(Self.reference)"), "\(refused)")
        #expect(try tip() == bad)
        #expect(try replaced().count == 1)
    }

    @Test func itIsForPushesThatAreDone() throws {
        #expect(try phone.run("push", ["--replace", "--dry-run"]).status == 129)
    }
}
