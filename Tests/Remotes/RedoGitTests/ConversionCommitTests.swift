import RedoCrypto
import Testing

@testable import RedoGit

/// The commit that tells programs that read commits alone that a log goes on in packs.
@Suite struct ConversionCommitTests {
    private let fixture: RepositoryPair

    init() throws { fixture = try RepositoryPair() }

    @Test(arguments: [true, false]) func itIsKnownAgain(_ hasParent: Bool) throws {
        let parent = hasParent ? try fixture.commits(1, in: fixture.here) : nil
        let commit = ConversionCommit(after: parent)
        try commit.write(to: fixture.here)
        let target = ConversionCommit.target(commit.id, in: fixture.here)
        #expect(target == .converted(parent) && target.commits == parent)
        try fixture.here.setReference("refs/heads/log", to: commit.id, from: nil)
        try fixture.expectSound(fixture.here)
    }

    /// It is the same on every device: a program that writes another one tells nothing.
    @Test func itsNameIsFixed() {
        #expect(
            "\(ConversionCommit(after: nil).id)" == "41ac8fd210c3dce7397552a42dc29b8d2ec52790")
    }

    /// Anything else is a log's, and is checked as such.
    @Test func anythingElseIsALog() throws {
        let other = try fixture.commits(1, in: fixture.here)
        #expect(ConversionCommit.target(other, in: fixture.here) == .log(other))
        let missing = SampleCommit.id(7)
        #expect(ConversionCommit.target(missing, in: fixture.here) == .log(missing))
        // With another byte, or another parent than it says.
        var sha1 = SHA1()
        for content in [
            ConversionCommit(after: nil).content + [10],
            Array(ConversionCommit(after: other).content.dropLast()),
        ] {
            try fixture.here.write(GitObject(.commit, content))
            let id = GitObjectID(.commit, content.span, &sha1)
            #expect(ConversionCommit.target(id, in: fixture.here) == .log(id))
        }
    }
}
