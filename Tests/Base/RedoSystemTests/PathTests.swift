import Glibc
import TestSupport
import Testing

@testable import RedoSystem

@Suite struct PathTests {
    @Test(arguments: [
        ("a", "b", "a/b"), ("a/", "b", "a/b"), ("/", "b", "/b"), ("", "b", "b"), ("a", "/b", "/b"),
        ("a/b", "c/d", "a/b/c/d"), (".", "a", "./a"),
    ])
    func joining(_ base: String, _ name: String, _ expected: String) {
        #expect(Path.join(base, name) == expected)
    }

    @Test(arguments: [
        ("/a/b", "/a"), ("a/b", "a"), ("/a", "/"), ("/", "/"), ("a", ""), ("", ""), ("a/b/", "a/b"),
        ("é/ü", "é"),
    ])
    func parent(_ path: String, _ expected: String) {
        #expect(Path.parent(of: path) == expected)
    }

    @Test(arguments: [("/a/b", "b"), ("a", "a"), ("/a", "a"), ("/", ""), ("", ""), ("é/ü", "ü")])
    func name(_ path: String, _ expected: String) {
        #expect(Path.name(of: path) == expected)
    }

    @Test func resolvingFollowsLinks() throws {
        let directory = try TemporaryDirectory()
        let base = try Path.resolved(directory.path)
        _ = try Files.makeDirectory(directory.path("real"))
        try #require(symlink("real", directory.path("link")) == 0)
        #expect(try Path.resolved(directory.path("link/../link/.")) == "\(base)/real")
    }

    @Test func resolvingWhatIsNotThereFails() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("missing")
        let error = #expect(throws: SystemError.self) { try Path.resolved(path) }
        #expect(error == SystemError(code: ENOENT, call: "realpath", path: path))
    }
}
