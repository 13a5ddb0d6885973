import Foundation
import TestSupport
import Testing

/// A libgit2 that is not one of those whose structures the program knows.
@Suite(.withTools("cc")) struct LibraryVersionTests {
    private let store: TaskStore

    init() throws { store = try TaskStore() }

    /// Makes a library with all the names that the program looks for, which is of a version, and does nothing.
    private func makeLibrary(minor: Int) throws -> String {
        let stubs = try String(
            contentsOf: Fixtures.package.appending(path: "Sources/C/CGit2/stubs.c"), encoding: .utf8
        )
        let names = stubs.matches(of: /FUNCTION\((git_[a-z0-9_]+)\)/).map { String($0.1) }
        try #require(names.count > 80)
        let functions = names.filter { $0 != "git_libgit2_version" }.map {
            "int \($0)(void) { return 0; }"
        }
        let source = """
            int git_libgit2_version(int *major, int *minor, int *revision) {
                *major = 1, *minor = \(minor), *revision = 3;
                return 0;
            }
            \(functions.joined(separator: "\n"))
            """
        _ = try store.runner.write(Array(source.utf8), to: "libraries.c")
        let made = try store.runner.shell(
            "mkdir -p libraries && cc -w -shared -fPIC -o libraries/libgit2.so.1.9 libraries.c")
        try #require(made.status == 0, "\(made)")
        return store.runner.path("libraries")
    }

    /// 1.9 has its version and writes nothing into structures; 1.10 is not known.
    @Test(arguments: [
        (10, "libgit2 1.10.3 is a version whose structures this program does not know"),
        (9, "libgit2 1.9.3 differs from that version in the layout of its structures"),
    ])
    func itIsRefusedInWords(_ minor: Int, _ message: String) throws {
        let directory = try makeLibrary(minor: minor)
        try store.add("Buy milk")
        _ = try store.runner.shell("git init --quiet --bare shared.git")
        let url = store.runner.path("shared.git")
        #expect(try store.run("remote", ["add", "origin", url]).status == 0)
        let outcome = try store.run("push", [], extra: ["LD_LIBRARY_PATH": directory])
        #expect(outcome.status == 128, "\(outcome)")
        #expect(
            outcome.codedError.hasPrefix(
                "error: STORAGE_001: \(message)\nhint: install the package libgit2-1.9 or "),
            "\(outcome)")
        #expect(try store.run("push").status == 0)
    }
}
