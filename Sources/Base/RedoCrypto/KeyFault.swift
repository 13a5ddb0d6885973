import RedoSystem

/// Why a key could not be saved, loaded or used (protocol, section 11).
///
/// Each cause carries the values that a hint needs, so that no code decides by a text. `others` are the users whose
/// keys are in the same directory and can be used.
package enum KeyFault: Sendable {
    // KEYCHAIN_001: it cannot be saved.

    /// A key file exists, and must not be replaced.
    case taken(path: String)
    case cannotWrite(path: String, SystemError)
    case emptyPassphrase
    case passphrasesDiffer
    /// Sealing needs more memory than there is.
    case outOfMemory

    // KEYCHAIN_002: it cannot be loaded.

    /// The directory of the keys cannot be read.
    case cannotList(directory: String, SystemError)
    case missing(path: String, others: [String])
    /// Others may read or change the file.
    case exposed(path: String, mode: UInt32)
    /// Another user owns the file, and can change it.
    case notYours(path: String, owner: UInt32)
    /// Others may replace the files in the directory.
    case openDirectory(String, mode: UInt32)
    case cannotRead(path: String, SystemError, others: [String])
    case wrongPassphrase
    /// A key helper that keeps the key cannot be used.
    case helper(HelperFault, others: [String])
    /// A passphrase could not be read.
    ///
    /// - Parameters:
    ///   - isNew: whether it is for sealing a key, not for opening one.
    ///   - descriptor: the text that was given as the number of a descriptor; nil if none was given.
    case noPassphrase(isNew: Bool, descriptor: String?, SystemError)

    // KEYCHAIN_003: it is not a key.

    /// A text is not a key file.
    case notAKey(reason: String)
    /// A file in the directory is not a key file.
    case damaged(path: String, reason: String, others: [String])
    /// A file in the directory has the key of another user than its name says.
    case foreign(path: String, owner: String, others: [String])
    case notAUser(String, others: [String])

    package var code: ErrorCode {
        switch self {
        case .taken, .cannotWrite, .emptyPassphrase, .passphrasesDiffer, .outOfMemory:
            .keyNotSaved
        case .cannotList, .missing, .exposed, .notYours, .openDirectory, .cannotRead,
            .wrongPassphrase,
            .helper, .noPassphrase:
            .keyNotLoaded
        case .notAKey, .damaged, .foreign, .notAUser: .invalidKey
        }
    }

    package var message: String {
        switch self {
        case .taken(let path): "the key \(path) already exists"
        case .cannotWrite(let path, let cause):
            "the key \(path) cannot be written: \(cause.reason)"
        case .emptyPassphrase: "an empty passphrase seals nothing"
        case .passphrasesDiffer: "the two passphrases differ"
        case .outOfMemory: "there is not enough memory to seal the key"
        case .cannotList(let directory, let cause):
            "the keys in \(directory) cannot be listed: \(cause.reason)"
        case .missing(let path, _): "there is no key \(path)"
        case .exposed(let path, let mode):
            "others may read the key \(path): its mode is \(String(mode, radix: 8)), not 600"
        case .notYours(let path, let owner):
            "the key \(path) belongs to user \(owner), not to you"
        case .openDirectory(let directory, let mode):
            "others may replace the keys in \(directory): its mode is \(String(mode, radix: 8)), not 700"
        case .cannotRead(let path, let cause, _): "the key \(path) cannot be read: \(cause.reason)"
        case .wrongPassphrase: "the passphrase does not open the key"
        case .helper(let fault, _): "the key helper \(fault.helper): \(fault.reason)"
        case .noPassphrase(_, nil, let cause):
            "there is neither a terminal to ask for the passphrase nor REDO_PASSPHRASE_FD: "
                + cause.reason
        case .noPassphrase(_, let descriptor?, let cause):
            "no passphrase can be read from the descriptor '\(descriptor)' that "
                + "REDO_PASSPHRASE_FD names: \(cause.reason)"
        case .notAKey(let reason): "not a key: \(reason)"
        case .damaged(let path, let reason, _): "the key \(path) is damaged: \(reason)"
        case .foreign(let path, let owner, _):
            "the file \(path) has the key of another user, \(owner)"
        case .notAUser(let text, _): "not a userId of 32 digits: '\(text)'"
        }
    }

    /// Whether no change of permissions turns the file into a working key, so that another key may replace it.
    package var isBeyondUse: Bool {
        switch self {
        case .missing, .damaged, .foreign, .notAUser: true
        case .cannotRead(_, let cause, _): !cause.isDenied
        case .helper(let fault, _): fault.isBeyondUse
        default: false
        }
    }

    /// The same error with the users whose keys can be used instead.
    func naming(others: [String]) -> KeyFault {
        switch self {
        case .missing(let path, _): .missing(path: path, others: others)
        case .cannotRead(let path, let cause, _): .cannotRead(path: path, cause, others: others)
        case .damaged(let path, let reason, _):
            .damaged(path: path, reason: reason, others: others)
        case .foreign(let path, let owner, _): .foreign(path: path, owner: owner, others: others)
        case .notAUser(let text, _): .notAUser(text, others: others)
        case .helper(let fault, _): .helper(fault, others: others)
        default: self
        }
    }
}
