import TestSupport
import Testing

/// What a program reads in errors destroys nothing when it runs it; a person on a terminal reads the command.
@Suite struct OverridingHintTests {
    private let store: TaskStore

    init() throws { store = TaskStore(try CommandRunner.withStore()) }

    @Test func theLastKeyIsNotDeletedByWhatAnErrorNames() throws {
        let shown = try store.run("key", ["show"])
        let user = try #require(
            shown.lines.first { $0.hasPrefix("userId ") }?.dropFirst("userId ".count))
        let refused = try store.run("key", ["delete", String(user)])
        #expect(refused.status == 1 && !refused.codedError.contains("--force"), "\(refused)")
        #expect(refused.codedError.contains("hint: redo-key(1) explains"), "\(refused)")
        let onTerminal = try store.runner.shell(
            "script -qec 'stty -onlcr; redo-key delete \(user)' /dev/null </dev/null")
        #expect(onTerminal.text.contains("redo key delete --force \(user)"), "\(onTerminal)")
    }
}
