import RedoCrypto
import RedoSystem

/// The choice of the key that signs, among the keys of a user.
package enum KeyChoice: Equatable, Sendable {
    /// The key that `user.key` names; its file may be missing.
    case named(String)
    /// The only key.
    case only(String)
    /// No key: there are several, sorted, and none is named.
    case several([String])
    /// There is no key.
    case none

    /// - Parameter name: the value of `user.key`; an empty text counts as missing.
    /// - Throws: KEYCHAIN_002 if the keys cannot be listed.
    package init(_ keys: KeyDirectory, named name: String?) throws(RedoError) {
        if let name, !name.isEmpty {
            self = .named(name)
            return
        }
        let users = try keys.users()
        switch users.count {
        case 0: self = .none
        case 1: self = .only(users[0])
        default: self = .several(users)
        }
    }

    /// The user whose key signs.
    ///
    /// - Parameter directory: the directory of the keys, for the error.
    /// - Throws: KEYCHAIN_002 if there is no key, or several and none is named.
    package func user(in directory: String) throws(RedoError) -> String {
        switch self {
        case .named(let user), .only(let user): return user
        case .several(let users):
            throw RedoError(
                .keyNotLoaded, "there are \(users.count) keys and none is chosen",
                hints: ["'redo key use USER' chooses one of: \(users.joined(separator: ", "))"])
        case .none:
            throw RedoError(
                .keyNotLoaded, "there is no key in \(directory)",
                hints: [
                    "'redo keygen' creates one",
                    "'redo key import FILE' imports the one that you have on another device: "
                        + "redo key export prints it there",
                ])
        }
    }

    /// Adds to an error of the key that signs which setting names the key.
    package func error(_ error: RedoError) -> RedoError {
        guard case .named = self else { return error }
        switch error.keyFault {
        case .missing, .notAUser:
            return RedoError(
                error.code, "\(error.message), which user.key names", hints: error.hints)
        default: return error
        }
    }
}
