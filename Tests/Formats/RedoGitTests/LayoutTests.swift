import CGit2
import RedoSystem
import Testing

@testable import RedoGit

/// The structures of libgit2's versions beside those of the library that runs.
@Suite struct LayoutTests {
    /// Versions whose structures have the same sizes. What 1.7 has more lies where 1.6 has a gap.
    private static let kinds: [[Int32]] = [[5, 6, 7], [8], [9]]

    private func loadedMinor() throws -> Int32 {
        try GitLibrary.start()
        var (major, minor, revision): (Int32, Int32, Int32) = (0, 0, 0)
        git_libgit2_version(&major, &minor, &revision)
        #expect(major == 1)
        return minor
    }

    @Test func onlyLayoutsOfTheSameSizesFitTheLibrary() throws {
        let loaded = try loadedMinor()
        let own = try #require(Self.kinds.first { $0.contains(loaded) })
        for minor in Self.kinds.flatMap({ $0 }) {
            let layout = try #require(redo_git_layout_of(1, minor))
            #expect((redo_git_layout_fits(layout) != 0) == own.contains(minor), "1.\(minor)")
        }
    }

    @Test(arguments: [(1, 4), (1, 10), (2, 5), (0, 28)] as [(Int32, Int32)])
    func noOtherVersionIsKnown(_ major: Int32, _ minor: Int32) {
        #expect(redo_git_layout_of(major, minor) == nil)
    }

    /// Each name that is tried is that of a version whose layout is known.
    @Test func theLibraryIsLookedForByKnownVersionsAlone() throws {
        let names = Self.kinds.flatMap { $0 }.reversed().map { "libgit2.so.1.\($0)" }
        #expect(LibraryFile.git2.names == names)
        #expect(LibraryFile.git2.packages == names.map { "libgit2-\($0.dropFirst(11))" })
    }
}
