import Foundation
import TestSupport
import Testing

/// A node in a file of its own whose signature is not its author's: whoever writes into the store's folder
/// can write its log, so it is shown; it is not packed, not sent, and every check names it.
@Suite struct ForgedSignatureTests {
    private let fixture: GitFixture
    private let phone: TaskStore
    /// The forged node, and its file below the runner's folder.
    private let id: String
    private let file: String

    init() throws {
        fixture = try GitFixture()
        phone = try fixture.device("phone")
        try phone.add("Water the plants", "--draft")
        let known = try phone.ids()
        try phone.add("Write a letter", "--draft")
        id = try #require(try phone.ids().subtracting(known).first)
        file = phone.runner.objectName(id)
        var text = String(decoding: try phone.runner.contents(ofFile: file), as: UTF8.self)
        let place = try #require(text.range(of: "\"signature\":\"")).upperBound
        text.replaceSubrange(place...place, with: text[place] == "0" ? "1" : "0")
        try phone.runner.replace(file, with: text.utf8)
    }

    private func isInItsFile() -> Bool {
        FileManager.default.fileExists(atPath: phone.runner.path(file))
    }

    @Test func readersShowIt() throws {
        let listed = try phone.expect(["list"])
        #expect(listed.text.contains("Write a letter"))
        try phone.expect(["done", "Write a letter"])
    }

    @Test func verifyNamesIt() throws {
        let verified = try phone.expect(["verify", "--porcelain"], status: 1)
        #expect(verified.lines.contains("\(id)\tE_INVALID_SIGNATURE"))
    }

    @Test func fsckNamesItAndARepairSetsItAside() throws {
        let checked = try phone.expect(["fsck"], status: 1)
        let line = try #require(
            checked.lines.first { $0.hasPrefix("\(phone.runner.path(file)): ") }, "\(checked)")
        #expect(line.hasSuffix(" (E_INVALID_SIGNATURE)"), "\(line)")
        _ = try phone.run("fsck", ["--repair"])
        #expect(!isInItsFile())
    }

    @Test func packingLeavesItWhereItIs() throws {
        try phone.expect(["gc", "-q", "--all"])
        #expect(isInItsFile())
        #expect(try phone.runner.looseNames().count == 1)
        try phone.expect(["prune"])
        #expect(isInItsFile())
    }

    @Test func pushKeepsItBackAndSaysThatSomethingIsMissing() throws {
        let pushed = try phone.run("push")
        #expect(pushed.status == 3, "\(pushed)")
        #expect(try fixture.nodeIDs() == phone.ids().subtracting([id]))
    }
}
