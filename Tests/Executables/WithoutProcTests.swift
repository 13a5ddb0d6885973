import TestSupport
import Testing

/// Commands where there is no `/proc`, as in a bare chroot.
@Suite(.withMounts, .withTools("unshare")) struct WithoutProcTests {
    let runner: CommandRunner

    init() throws { runner = try CommandRunner.withStore() }

    /// Runs a line with an empty folder in the place of `/proc`.
    private func run(_ line: String) throws -> CommandOutcome {
        try runner.shell(
            "unshare -m sh -c 'mount -t tmpfs none /proc && ! test -e /proc/self && \(line)'")
    }

    @Test func argumentsAreThere() throws {
        let added = try run("redo add \"Buy milk\"")
        #expect(added.status == 0 && added.text.contains("Buy milk"), "\(added)")
        #expect(try runner.run("redo-list").text.contains("Buy milk"))
        let listed = try run("redo list --columns title")
        #expect(listed.status == 0 && listed.text.contains("Buy milk"), "\(listed)")
        let named = try run("redo-add \"Water the lawn\"")
        #expect(named.status == 0, "\(named)")
        #expect(try run("redo list --wrong").status == 129)
    }

    /// The program finds itself, also by a name relative to a folder that it leaves.
    @Test func theProgramFindsItsFolder() throws {
        let directory = CommandRunner.executables
        let expected = try runner.shell("redo --exec-path").text
        #expect(try run("redo --exec-path").text == expected)
        let name = directory.lastPathComponent
        let relative = try run("cd \(directory.path)/.. && ./\(name)/redo -C / --exec-path")
        #expect(relative.status == 0 && relative.text == expected, "\(relative)")
    }

    @Test func nodesAreExchangedWithARemote() throws {
        let outcome = try run(
            "redo add one >added && mkdir usb && redo remote add usb folder:$PWD/usb && redo push usb && redo fetch usb"
        )
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try runner.shell("ls usb").lines.isEmpty == false)
    }
}
