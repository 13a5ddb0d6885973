import Foundation
import TestSupport
import Testing

/// A mirror's map is made again where it is not to be trusted.
@Suite struct MirrorMapTests {
    private let fixture: MirrorFixture
    private var runner: CommandRunner { fixture.runner }

    init() throws {
        fixture = try MirrorFixture(log: MirrorTests.log)
        try fixture.update()
    }

    private func expectNothingWritten(_ change: String) throws {
        let before = try fixture.objects()
        let map = try runner.contents(ofFile: "mirror.git/redo-map")
        #expect(try runner.shell(change).status == 0)
        #expect(try fixture.update().text == "nothing to mirror\n", "\(change)")
        #expect(try fixture.objects() == before, "\(change)")
        #expect(try runner.contents(ofFile: "mirror.git/redo-map") == map, "\(change)")
    }

    @Test(arguments: [
        "rm mirror.git/redo-map", "echo >> mirror.git/redo-map", ": > mirror.git/redo-map",
        "printf x | dd of=mirror.git/redo-map bs=1 seek=200 conv=notrunc status=none",
        "git -C mirror.git gc --quiet --prune=now",
        "git -C mirror.git pack-refs --all",
    ])
    func nothingIsWrittenTwice(_ change: String) throws {
        try expectNothingWritten(change)
    }

    @Test func aCloneIsAMirrorToo() throws {
        _ = try runner.shell("git clone --quiet --mirror mirror.git clone.git")
        #expect(try fixture.mirror("--to", "clone.git").text == "nothing to mirror\n")
        try runner.store(SampleNode())
        #expect(
            try fixture.mirror("--to", "clone.git").text == "mirrored 1 node and 1 checkpoint\n")
        try fixture.expectSound("clone.git")
    }

    /// The map is of another tip than the reference.
    @Test func aReferenceThatWasMovedBackIsBelieved() throws {
        let first = try fixture.git("rev-parse", "HEAD")[0]
        let ids = try runner.store(SampleNode())
        try fixture.update()
        try fixture.git("update-ref", "refs/heads/log", first)
        let outcome = try fixture.update("--porcelain")
        #expect(Array(MirrorFixture.commits(outcome).keys) == ids)
        #expect(try fixture.git("rev-list", "--count", "HEAD") == ["63"])
        try fixture.expectSound()
    }

    @Test func theMapOfAnotherMirrorIsNotBelieved() throws {
        try runner.store(SampleNode())
        _ = try fixture.mirror("--to", "other.git")
        _ = try runner.shell("cp other.git/redo-map mirror.git/redo-map")
        #expect(try fixture.update().text == "mirrored 1 node and 1 checkpoint\n")
        try fixture.expectSound()
    }

    @Test func aMirrorWhoseCommitsAreGoneIsNotWrittenTo() throws {
        _ = try runner.shell("rm mirror.git/redo-map mirror.git/objects/pack/*")
        let outcome = try fixture.mirror("--to", "mirror.git")
        #expect(outcome.status == 128)
        #expect(outcome.codedError.hasPrefix("error: STORAGE_001: "), "\(outcome)")
    }
}
