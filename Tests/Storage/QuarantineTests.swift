import Foundation
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// What is set aside is described so that a change of it is noticed.
@Suite struct QuarantineTests {
    let temporary: TemporaryStore
    let chain: [Node]
    let name: String
    var store: Store { temporary.store }
    private var path: String { Path.join(store.quarantinePath, name) }

    /// A file of a damaged node is in the quarantine.
    init() throws {
        temporary = try TemporaryStore()
        chain = try Sample.chain(2)
        try temporary.admit(chain)
        try temporary.overwrite(chain[1], with: "{".utf8)
        _ = try #require(try temporary.store.repair())
        name = try #require(try temporary.store.quarantined().first).name
        // What is lost is not the question here.
        try temporary.store.write(lost: LostNodes.Contents())
    }

    private func details() throws -> [String] { try store.check().findings.map(\.detail) }

    @Test func whatIsAsItWasSetAsideIsNoFinding() throws {
        #expect(try details().isEmpty)
        let lines = String(decoding: try Files.read(path + ".reason"), as: UTF8.self)
            .split(separator: "\n")
        #expect(lines[0].hasSuffix("(E_SCHEMA_MISMATCH)") && lines[1] == "size 1")
        #expect(lines[2].hasPrefix("sha256 ") && lines[3].hasPrefix("checksum "))
    }

    @Test func aFileThatIsGoneIsFoundAndNoted() throws {
        try Files.remove(path)
        #expect(try details() == ["the file that was set aside is gone"])
        _ = try store.repair()
        #expect(try details().isEmpty)
        #expect(try Files.names(in: store.quarantinePath).isEmpty)
    }

    @Test func aChangedFileIsFoundAndNoted() throws {
        try temporary.replace(path, with: [1, 2, 3])
        #expect(try details() == ["the file is not what was set aside"])
        _ = try store.repair()
        #expect(try details().isEmpty)
        #expect(try store.quarantined()[0].reason.hasSuffix("; it was changed here"))
        #expect(try Files.read(path) == [1, 2, 3])
    }

    @Test func aReasonThatIsGoneOrDamagedIsFoundAndWrittenAgain() throws {
        try Files.remove(path + ".reason")
        #expect(try details() == ["the file that says why it was set aside is gone"])
        _ = try store.repair()
        #expect(try details().isEmpty)
        try temporary.replace(path + ".reason", with: Array("because\n".utf8))
        #expect(try details() == ["the file that says why it was set aside is damaged"])
        _ = try store.repair()
        #expect(try details().isEmpty)
        #expect(try store.quarantined()[0].reason == "because")
    }

    /// What a person puts there is theirs.
    @Test func aFileOfAPersonNeedsNoReason() throws {
        try temporary.replace(Path.join(store.quarantinePath, "backup"), with: [1])
        #expect(try details().isEmpty)
    }
}
