import TestSupport
import Testing

/// Which libraries the program links, and which it loads for a command.
@Suite struct LoadedLibrariesTests {
    private static let large = ["libgit2", "libcurl", "libical", "libqrencode", "libsecret"]

    @Test func theProgramLinksNoLibraryForRemotes() throws {
        let outcome = try CommandRunner().run(
            "/usr/bin/ldd", [CommandRunner.executable("redo").path])
        #expect(outcome.text.contains("libc.so"), "\(outcome)")
        for library in Self.large + ["libz"] { #expect(!outcome.text.contains(library)) }
    }

    static let commands: [(words: [String], library: String?)] = [
        (["status"], nil), (["list"], nil), (["log"], nil), (["add", "Another"], nil),
        (["remote"], nil), (["config", "--list"], nil),
        (["fetch", "git"], "libgit2"), (["push", "git"], "libgit2"),
        (["fetch", "cloud"], "libcurl"), (["push", "cloud"], "libcurl"),
    ]

    @Test(arguments: [("git", "libgit2", "libgit2-1."), ("cloud", "libcurl", "libcurl4")])
    func aMissingLibraryIsAnErrorThatNamesItsPackage(
        _ remote: String, _ library: String, _ package: String
    ) throws {
        let runner = try CommandRunner.withStore()
        _ = try runner.shell(
            """
            git init -q --bare r.git && redo-remote add git "$PWD/r.git" &&
            redo-remote add cloud 'firestore:p?uid=alice' && mkdir empty &&
            for name in libcurl.so.4 $(seq -f 'libgit2.so.1.%g' 0 30); do : >empty/$name; done
            """)
        let outcome = try runner.run(
            "redo", ["fetch", remote],
            extra: [
                "LD_LIBRARY_PATH": runner.path("empty"),
                "FIRESTORE_EMULATOR_HOST": "127.0.0.1:1",
            ])
        #expect(outcome.status == 128, "\(outcome)")
        #expect(outcome.codedError.hasPrefix("error: STORAGE_001: \(library).so."), "\(outcome)")
        #expect(
            outcome.codedError.contains("cannot be loaded\nhint: install the package \(package)"))
    }

    @Test(.withTools("strace"), arguments: commands)
    func aCommandLoadsWhatItNeeds(_ words: [String], _ library: String?) throws {
        let device = try GitFixture().device("phone")
        try device.expect(["add", "Milk"])
        try device.expect(["remote", "rename", "origin", "git"])
        try device.expect(["remote", "add", "cloud", "firestore:p?uid=alice"])
        let program = CommandRunner.executables.appending(path: "redo").path
        // Nothing listens at this port.
        let traced = try device.runner.run(
            "/usr/bin/strace",
            ["-e", "trace=openat,execve", "-o", "trace", program] + words,
            extra: ["FIRESTORE_EMULATOR_HOST": "127.0.0.1:1", "REDO_FIRESTORE_TOKEN": "t"])
        let trace = String(
            decoding: try device.runner.contents(ofFile: "trace"), as: UTF8.self)
        try #require(trace.contains("execve"), "\(traced)")
        for large in Self.large {
            #expect(trace.contains("/\(large).so") == (large == library), "\(words): \(large)")
        }
    }
}
