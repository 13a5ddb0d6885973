import RedoStore
import RedoSystem

/// The user's hooks for a store: finds them, checks who owns them, and runs them.
///
/// If the user has none, a command only checks once whether their directory exists.
package final class Hooks {
    private let storePath: String
    private let configuration: LayeredConfiguration
    private let surroundings: HookSurroundings
    private let directory: HookDirectory
    /// Whether the directory exists and only the user can write to it; nil until it is checked.
    private var isUsable: Bool?
    /// The paths that were refused, each of which is reported once.
    private var refusedPaths: Set<String> = []

    /// The maximum number of bytes of a hook's output that are kept.
    private static let maximumOutputByteCount = 1 << 14
    /// The maximum number of lines of a hook's output that are shown.
    private static let maximumLineCount = 100
    /// The prefix of the variables that hooks do not get.
    private static let variablePrefix = "REDO_"

    package init(of store: Store, in surroundings: HookSurroundings) {
        storePath = store.path
        configuration = store.configuration
        self.surroundings = surroundings
        directory = HookDirectory(path: surroundings.directory, owner: surroundings.user)
    }

    /// Runs the hooks of a moment that may refuse what is about to happen.
    ///
    /// - Parameter input: computes their standard input, only if there is a hook.
    /// - Throws: HOOK_001 for the first that refuses, fails, or takes too long; wrong usage for an invalid value of a
    ///   configuration key.
    package func check(
        _ hook: Hook, _ arguments: [String] = [], input: () throws(RedoError) -> [UInt8]
    ) throws(RedoError) {
        let programs = try programs(of: hook)
        if programs.isEmpty { return }
        let input = try input()
        for program in programs {
            guard let failure = try run(hook, program, arguments, input) else { continue }
            let prevented = hook.prevented.map { ", and \($0)" } ?? ""
            throw RedoError(
                .hookFailed, "\(failure.text)\(prevented)", hints: [failure.hint])
        }
    }

    /// Runs the hooks of a moment after something has happened. A failure is a warning.
    ///
    /// - Parameter input: computes their standard input, only if there is a hook.
    package func notify(_ hook: Hook, _ arguments: [String] = [], input: () -> [UInt8]) {
        do throws(RedoError) {
            let programs = try programs(of: hook)
            if programs.isEmpty { return }
            let input = input()
            for program in programs {
                if let failure = try run(hook, program, arguments, input) {
                    surroundings.report(.hookFailed, failure.text)
                }
            }
        } catch {
            surroundings.report(error.code, error.message)
        }
    }

    /// Starts the hooks of a moment without waiting for them. A failure is a warning.
    ///
    /// - Parameter input: computes their standard input, only if there is a hook.
    package func start(_ hook: Hook, input: () -> [UInt8]) -> [StartedHook] {
        var started: [StartedHook] = []
        do throws(RedoError) {
            let programs = try programs(of: hook)
            if programs.isEmpty { return [] }
            let input = input()
            for path in programs {
                switch try prepare(path, []) {
                case .failure(let failure): surroundings.report(.hookFailed, failure.text)
                case .success(let prepared):
                    do throws(SystemError) {
                        let running = try prepared.program.start(
                            input: input, seconds: prepared.seconds,
                            keeping: Self.maximumOutputByteCount)
                        started.append(
                            StartedHook(running) { [self] outcome in
                                show(outcome, of: hook)
                                if let failure = failure(hook, path, outcome, prepared.seconds) {
                                    surroundings.report(.hookFailed, failure.text)
                                }
                            })
                    } catch {
                        surroundings.report(
                            .hookFailed, "\(Self.name(path)) cannot be run: \(error)")
                    }
                }
            }
        } catch {
            surroundings.report(error.code, error.message)
        }
        return started
    }

    // MARK: Finding

    /// The programs of a hook, those for all stores first. Refused ones are reported.
    private func programs(of hook: Hook) throws(RedoError) -> [String] {
        guard try configuration.boolean(.hooks) != false, isDirectoryUsable() else { return [] }
        var programs: [String] = []
        for finding in directory.find(hook, forStore: storePath) {
            switch finding {
            case .program(let path): programs.append(path)
            case .refused(let refusal): note(refusal)
            }
        }
        return programs
    }

    private func isDirectoryUsable() -> Bool {
        if let isUsable { return isUsable }
        var isUsable = false
        switch directory.check() {
        case .absent: break
        case .refused(let refusal): note(refusal)
        case .usable: isUsable = true
        }
        self.isUsable = isUsable
        return isUsable
    }

    private func note(_ refusal: HookDirectory.Refusal) {
        guard refusedPaths.insert(refusal.path).inserted else { return }
        surroundings.report(
            .hookNotRun, "no hook is run from \(refusal.path): \(refusal.reason)")
    }

    // MARK: Running

    /// Why a hook did not end with status 0.
    private struct Failure: Error {
        let text: String
        var hint = "'redo -c core.hooks=false COMMAND' runs a command without hooks"
    }

    private typealias Prepared = (program: LimitedProgram, seconds: Int)

    private static func name(_ path: String) -> String { "the hook \(path)" }

    /// Prepares a program.
    ///
    /// - Throws: wrong usage if `hook.timeout` is not a number of seconds.
    private func prepare(
        _ path: String, _ arguments: [String]
    ) throws(RedoError) -> Result<Prepared, Failure> {
        let seconds = try configuration.checkedNumber(.hookTimeout) ?? 30
        guard surroundings.depth < HookSurroundings.maximumDepth else {
            return .failure(
                Failure(
                    text: "\(Self.name(path)) is not run: \(surroundings.depth) hooks have started "
                        + "one another"))
        }
        let program = LimitedProgram(
            path, arguments: arguments, environment: variables,
            leavingOut: Self.variablePrefix, in: surroundings.workingDirectory)
        return .success((program, seconds))
    }

    /// Runs a program.
    ///
    /// - Returns: nil if it ended with status 0.
    /// - Throws: wrong usage if `hook.timeout` is not a number of seconds.
    private func run(
        _ hook: Hook, _ path: String, _ arguments: [String], _ input: [UInt8]
    ) throws(RedoError) -> Failure? {
        let prepared: Prepared
        switch try prepare(path, arguments) {
        case .failure(let failure): return failure
        case .success(let found): prepared = found
        }
        // A signal is delivered after the hook has been ended.
        let deferral = DeferredTermination()
        defer { _ = deferral }
        let outcome: LimitedProgram.Outcome
        do throws(SystemError) {
            outcome = try prepared.program.run(
                input: input, seconds: prepared.seconds, keeping: Self.maximumOutputByteCount)
        } catch {
            return Failure(text: "\(Self.name(path)) cannot be run: \(error)")
        }
        show(outcome, of: hook)
        return failure(hook, path, outcome, prepared.seconds)
    }

    /// Why a hook failed; nil if it ended with status 0.
    private func failure(
        _ hook: Hook, _ path: String, _ outcome: LimitedProgram.Outcome, _ seconds: Int
    ) -> Failure? {
        let name = Self.name(path)
        switch outcome.ending {
        case .exited(0): return nil
        case .exited(let status):
            return Failure(
                text: "\(name) \(hook.mayRefuse ? "refused" : "ended") with status \(status)")
        case .outOfTime:
            return Failure(
                text: "\(name) did not end within \(seconds) s",
                hint: "'redo config --global hook.timeout SECONDS' gives hooks more time")
        case .interrupted: return Failure(text: "\(name) was interrupted")
        }
    }

    private var variables: [String: String] {
        var variables = [
            "REDO_DIR": storePath,
            HookSurroundings.depthVariable: String(surroundings.depth + 1),
        ]
        if let command = surroundings.command { variables["REDO_COMMAND"] = command }
        return variables
    }

    /// Shows the first lines of a hook's output.
    private func show(_ outcome: LimitedProgram.Outcome, of hook: Hook) {
        let lines = outcome.output.split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let end = lines.last?.isEmpty == true ? lines.count - 1 : lines.count
        for line in lines[..<min(end, Self.maximumLineCount)] {
            surroundings.report(nil, "\(hook.name): \(String(decoding: line, as: UTF8.self))")
        }
        if outcome.isCut || end > Self.maximumLineCount {
            surroundings.report(nil, "\(hook.name): … further output is not shown")
        }
    }
}
