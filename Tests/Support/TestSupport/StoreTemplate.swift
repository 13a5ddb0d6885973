import Foundation
import Synchronization
import Testing

/// A store with a key, of which tests get copies: writing one takes two commands.
///
/// Each template has a key of its own, and the stores of one test come from different templates.
enum StoreTemplate {
    private struct Templates {
        var runners: [CommandRunner] = []
        /// How many stores each test has.
        var counts: [Test.ID: Int] = [:]

        /// The next template for a test.
        mutating func next(for test: Test.ID, _ engine: any CommandEngine) throws -> CommandRunner {
            let index = counts[test, default: 0]
            if index == runners.count { runners.append(try StoreTemplate.new(engine)) }
            counts[test] = index + 1
            return runners[index]
        }
    }

    private static let templates = Mutex(Templates())

    /// Removes the templates when the process ends.
    private static let removal: Void = {
        _ = atexit { templates.withLock { $0.runners = [] } }
    }()

    /// A runner with a store and an unsealed key, for the test that is running.
    static func copy(_ engine: any CommandEngine) throws -> CommandRunner {
        guard let test = Test.current?.id else { return try new(engine) }
        _ = removal
        let template = try templates.withLock { try $0.next(for: test, engine) }
        let runner = try CommandRunner(engine)
        for name in [".redo", "home/.config"] {
            try FileManager.default.copyItem(
                atPath: template.path(name), toPath: runner.path(name))
        }
        return runner
    }

    private static func new(_ engine: any CommandEngine) throws -> CommandRunner {
        let runner = try CommandRunner(engine)
        _ = try runner.run("redo-init")
        _ = try runner.run("redo-keygen", ["--no-passphrase", "--name", "Test"])
        return runner
    }
}
