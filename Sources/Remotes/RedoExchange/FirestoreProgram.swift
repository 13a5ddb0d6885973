import RedoCommandLine
import RedoStore
import RedoSystem

/// The executable that speaks with Firestore: no other loads what that needs.
package enum FirestoreProgram {
    package static let name = "redo-remote-firestore"
    /// Names an emulator's host and port.
    package static let emulatorVariable = "FIRESTORE_EMULATOR_HOST"

    /// Becomes that executable, with the arguments of this one, where the remote that they name is in
    /// Firestore.
    ///
    /// - Parameter verb: what is to be done: `push`.
    package static func takeOver(
        _ verb: String, _ context: borrowing CommandContext, _ store: Store
    ) throws(RedoError) {
        let remote = try ConfiguredRemote.chosen(context.arguments.operands.first, of: store)
        guard try remote.firestoreURL() != nil else { return }
        let path = Path.join(try SuiteExecutables.folder(), name)
        do throws(SystemError) {
            try Program.replace(with: path, arguments: [name, verb] + context.words)
        } catch {
            throw missing(error)
        }
    }

    /// Lets that executable work on a store, and hands on what it prints.
    ///
    /// - Returns: how it ended.
    package static func run(
        _ verb: String, _ arguments: [String], _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let path = Path.join(try SuiteExecutables.folder(), name)
        var output: [UInt8] = []
        let child: ChildProcess
        do throws(SystemError) {
            child = try ChildProcess(
                path, arguments: [verb] + arguments, errors: .inherited, isGroupLeader: false)
        } catch {
            throw missing(error)
        }
        child.endInput()
        do throws(ChildProcess.Interruption) {
            while try child.read(atMost: 1 << 16, into: &output, within: secondsToWork) > 0 {}
        } catch {
            child.end()
        }
        let status = child.finish(within: secondsToWork)
        try context.print(output)
        return ExitStatus(rawValue: status) ?? .failed
    }

    private static let secondsToWork = 86_400

    private static func missing(_ error: SystemError) -> RedoError {
        RedoError(.notFound, "what speaks with Firestore cannot be run", cause: error)
    }
}
