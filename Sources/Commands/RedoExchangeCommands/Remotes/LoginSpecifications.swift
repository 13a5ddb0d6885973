import RedoCommandLine

/// Options of `redo login`.
package enum LoginOptions {
    package static let forget = OptionSpecification.flag(
        "forget", "forget the login, as redo logout does")
}

extension CommandSpecification {
    /// `redo login`.
    package static let login = CommandSpecification(
        "login", "Log in to Firestore with a Google account",
        operands: [["firebase"], ["firebase", "get"], ["firebase", "erase"]],
        options: [LoginOptions.forget], statuses: .plain())

    /// `redo logout`.
    package static let logout = CommandSpecification(
        "logout", "Forget a login", operands: [["firebase"]], statuses: .plain())
}
