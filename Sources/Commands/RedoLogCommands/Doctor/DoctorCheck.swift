import RedoCommandLine
import RedoStore
import RedoSystem

/// A part of the surroundings that `redo doctor` looks at: a row of the one table.
struct DoctorCheck: Sendable {
    /// A word for programs, and at the beginning of lines.
    let name: String
    let look: @Sendable (borrowing Examination) throws(RedoError) -> [Symptom]

    /// All checks, in the order in which they run.
    static let all = [
        programs, libraries, permissions, store, clock, keys, keyring, remotes, completions, units,
    ]

    /// What the check has seen. An error is something wrong, with its hints.
    func symptoms(_ examination: borrowing Examination) -> [Symptom] {
        do throws(RedoError) {
            return try look(examination)
        } catch {
            return [Symptom(error, state: .wrong)]
        }
    }
}

extension Symptom {
    init(_ error: RedoError, state: State, of subject: String = "") {
        self.init(
            state: state, text: "\(subject)\(error.message) (\(error.code))", remedies: error.hints)
    }
}

/// What the checks look at: the context of the command, and the store that it finds.
struct Examination: ~Copyable {
    let context: CommandContext
    /// The store; nil if there is none.
    let store: Result<Store, RedoError>?
    /// The state of the store's directory before it was opened, which makes a personal store private.
    let storeStatus: FileStatus?
    let storePath: String?
    /// Whether remotes may be asked.
    let asksRemotes: Bool

    init(_ command: borrowing CommandContext, asksRemotes: Bool) {
        context = CommandContext(partOf: command)
        self.asksRemotes = asksRemotes
        let location = try? context.storeLocation()
        let path = location.flatMap { $0.isNothing ? nil : $0.path }
        storePath = path
        storeStatus = path.flatMap { (try? Files.status(of: $0)) ?? nil }
        guard path != nil else {
            store = nil
            return
        }
        do throws(RedoError) {
            store = .success(try context.openStore())
        } catch {
            store = .failure(error)
        }
    }

    /// The store, if it could be opened.
    var openedStore: Store? { try? store?.get() }

    func variable(_ name: String) -> String? { context.surroundings.variables.value(of: name) }
}
