import RedoCommandLine
import RedoSystem

/// `redo logout`: forgets a login.
package struct LogoutCommand: ParsableCommand {
    package static let specification = CommandSpecification(
        "logout", "Forget a login", operands: [["firebase"]], statuses: .plain())

    package init(_ arguments: Arguments) throws(RedoError) {
        try FirebaseLogin.check(service: arguments.operands[0])
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        try FirebaseLogin.forget(&context)
        return .done
    }
}
