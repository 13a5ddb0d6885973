import RedoSystem

/// Why a key could not be saved, loaded or used (protocol, section 11).
package enum KeyError: Error, Sendable {
    /// KEYCHAIN_001.
    case cannotSave(String, cause: SystemError?)
    /// KEYCHAIN_002.
    case cannotLoad(String, cause: SystemError?)
    /// KEYCHAIN_003.
    case invalid(String)

    package var code: String {
        switch self {
        case .cannotSave: "KEYCHAIN_001"
        case .cannotLoad: "KEYCHAIN_002"
        case .invalid: "KEYCHAIN_003"
        }
    }

    package var message: String {
        switch self {
        case .cannotSave(let what, let cause), .cannotLoad(let what, let cause):
            cause.map { "\(what): \($0.reason)" } ?? what
        case .invalid(let what): what
        }
    }
}
