import RedoCrypto
import RedoJSON
import RedoModel
import RedoSystem
import TestSupport
import Testing

@testable import RedoGit

/// Who is writing, by references of a git repository: how it is told, and what others can put there.
@Suite struct ComposingTests {
    private let pair: RepositoryPair
    private let now = Instant(milliseconds: 1_763_294_400_000)
    private let signer = Signer(.random())
    private let room = NodeID(Digest(words: 1, 2, 3, 4))

    init() throws { pair = try RepositoryPair() }

    private func notice(_ device: String = "eve", after seconds: Int64 = 0) throws
        -> ComposingNotice
    {
        let moment = Instant(milliseconds: now.milliseconds + seconds * 1000)
        return try #require(
            try ComposingNotice(in: room, on: JSONString(device), at: moment, by: signer))
    }

    private func git(_ words: String...) throws -> String {
        try GitServers.run("/usr/bin/git", ["-C", pair.there.path] + words)
    }

    /// docs/git-remotes.md, byte by byte.
    @Test func aCommitHasNoFilesAndNoHistory() throws {
        let notice = try notice()
        let commit = ComposingCommit(notice)
        #expect(
            String(decoding: commit.content, as: UTF8.self)
                == """
                tree 4b825dc642cb6eb9a060e54bf8d69288fbee4904
                author redo <redo@redo> 1763294425 +0000
                committer redo <redo@redo> 1763294425 +0000

                \(String(decoding: notice.bytes, as: UTF8.self))

                """)
        #expect(
            ComposingCommit.notice(
                in: commit.content, of: "refs/redo/composing/eve", at: now) == notice)
    }

    @Test(arguments: [Transport.path, .ssh, .http])
    func aNoticeTakesThePlaceOfTheOneBefore(_ transport: Transport) throws {
        let url = transport == .path ? pair.there.path : try pair.url(transport)
        #expect(try pair.remote(url).composing(at: now).isEmpty)
        try pair.remote(url).set(try notice())
        let next = try notice(after: 4)
        try pair.remote(url).set(next)
        try pair.remote(url).set(try notice("art"))
        #expect(try pair.remote(url).composing(at: now).map(\.device) == ["art", "eve"])
        #expect(try pair.remote(url).composing(at: now)[1] == next)
        #expect(try git("log", "--all", "--format=%p%s").split(separator: "\n").count == 2)
        try pair.expectSound(pair.there)
        try pair.remote(url).removeComposing(of: "eve")
        try pair.remote(url).removeComposing(of: "eve")
        #expect(try pair.remote(url).composing(at: now).map(\.device) == ["art"])
        #expect(try git("for-each-ref", "--format=%(refname)") == "refs/redo/composing/art\n")
    }

    /// A device of another name, as git allows it in a reference.
    @Test func aDevicesNameIsThatOfAReference() throws {
        let remote = try pair.remote(pair.there.path)
        try remote.set(try notice("a b/../c.lock"))
        #expect(try remote.composing(at: now).map(\.device) == ["a b/../c.lock"])
        #expect(
            try git("for-each-ref", "--format=%(refname)")
                == "refs/redo/composing/a-b----c-lock\n")
    }

    /// Whatever is there, what is good is read, and nothing fails.
    @Test(arguments: [Transport.path, .ssh])
    func whatOthersPutThereIsPassedOver(_ transport: Transport) throws {
        let good = ComposingCommit(try notice())
        func put(_ name: String, _ content: [UInt8], _ kind: GitObjectKind = .commit) throws {
            var sha1 = SHA1()
            try pair.there.write(GitObject(kind, content))
            try pair.there.setReference(
                ComposingCommit.prefix + name, to: GitObjectID(kind, content.span, &sha1), from: nil
            )
        }
        /// A good commit of a device, but for its lines.
        func lines(_ device: String, _ change: (inout [String]) -> Void) throws -> [UInt8] {
            var lines = String(
                decoding: ComposingCommit(try notice(device)).content, as: UTF8.self
            )
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            change(&lines)
            return Array(lines.joined(separator: "\n").utf8)
        }
        try pair.remote(pair.there.path).set(try notice())
        // Another's notice, under another name.
        try put("mallory", good.content)
        let history = try pair.commits(3, in: pair.there)
        try put("parent", lines("parent") { $0.insert("parent \(history)", at: 1) })
        try put("author", lines("author") { $0[1] = "author Eve <eve@eve> 1763294425 +0000" })
        try put("words", lines("words") { $0.insert("And more", at: 4) })
        try put(
            "noise",
            ComposingCommit(try notice("noise")).content.dropLast(300) + [0xFF, 0xFE, 0x0A])
        try put("blob", Array("{}\n".utf8), .blob)
        try put("long", lines("long") { $0[4] = String(repeating: "x", count: 1 << 20) })
        try put("late", ComposingCommit(try notice("late", after: 3600)).content)
        try put("stale", ComposingCommit(try notice("stale", after: -25)).content)
        let many = try pair.commits(40, in: pair.there, text: "many", byteCount: 100_000)
        try pair.there.setReference(ComposingCommit.prefix + "huge", to: many, from: nil)
        let url = transport == .path ? pair.there.path : try pair.url(transport)
        #expect(try pair.remote(url).composing(at: now).map(\.device) == ["eve"])
    }
}
