import RedoSystem

extension KeyFault {
    /// The need for a key: any key that signs, or exactly this one.
    package enum Need {
        case anyKey
        case thisKey
    }

    /// The remedies, each hint with one command.
    package func hints(for need: Need) -> [String] {
        switch self {
        case .missing(_, let others):
            return [
                "'redo key import FILE' brings it back from a copy: where the key still is, "
                    + "redo key export prints one"
            ] + replacements(others, need)
        case .damaged(_, _, let others):
            return ["'redo key import FILE' puts a copy in its place, and keeps the damaged file"]
                + replacements(others, need)
        case .cannotRead(let path, let cause, let others):
            if cause.isDenied {
                return [
                    "'chmod 600 \(shellWord(path))' lets you read it, if the file is yours; "
                        + "else its owner has to give it to you"
                ]
            }
            return ["'redo key import FILE' puts a copy in its place"] + replacements(others, need)
        case .foreign(let path, let owner, let others):
            if others.contains(owner) { return replacements(others, need) }
            return ["'redo key import \(shellWord(path))' imports it as the key of \(owner)"]
                + replacements(others, need)
        case .helper(let fault, let others):
            switch fault.state {
            case .unknown, .absent, .failed:
                return fault.remedies
                    + ["'redo key import FILE' puts a copy of the key into a file here"]
                    + replacements(others, need)
            case .locked, .refused:
                // A new key does not replace an existing one.
                return fault.remedies
                    + ["'redo key import --force FILE' puts a copy of the key into a file here"]
                    + (others.isEmpty ? [] : Array(replacements(others, need).prefix(1)))
            case .incapable, .tooLarge: return fault.remedies
            }
        case .notAUser(_, let others):
            return replacements(others, .anyKey)
        case .exposed(let path, _):
            return ["'chmod 600 \(shellWord(path))' lets only you read it"]
        case .notYours(let path, _):
            return ["'chown $(id -u) \(shellWord(path))' makes it yours, if you trust who wrote it"]
        case .openDirectory(let directory, _):
            return ["'chmod 700 \(shellWord(directory))' lets only you change it"]
        case .wrongPassphrase:
            return [
                "try again: nothing has changed",
                "'redo key import --force FILE' puts a copy in its place whose passphrase you know",
            ]
        case .noPassphrase(let isNew, _, _):
            let hint =
                "run it on a terminal, or pass the passphrase: "
                + "REDO_PASSPHRASE_FD=3 redo … 3<FILE"
            return isNew ? [hint] : [hint, "'redo key unlock' keeps the key unsealed from then on"]
        case .taken:
            return ["'redo key import --force FILE' replaces it, and keeps the old file beside it"]
        case .cannotList(let directory, let cause):
            return cause.isDenied ? ["'chmod 700 \(shellWord(directory))' lets you read it"] : []
        case .notAKey: return ["redo key export prints a key as it can be imported"]
        case .cannotWrite(_, let cause):
            return cause.isOutOfSpace ? ["free some space and repeat the command"] : []
        case .emptyPassphrase, .passphrasesDiffer, .outOfMemory: return []
        }
    }

    /// The hint that names other keys.
    private func replacements(_ others: [String], _ need: Need) -> [String] {
        guard need == .anyKey else { return [] }
        let new = "'redo keygen' creates a new key, which signs from then on"
        switch others.count {
        case 0: return [new]
        case 1: return ["'redo key use \(others[0])' lets that key sign", new]
        default:
            return [
                "'redo key use USER' lets another sign: \(others.joined(separator: ", "))", new,
            ]
        }
    }
}

extension RedoError {
    private init(_ fault: KeyFault, for need: KeyFault.Need) {
        self.init(
            fault.code, fault.message, hints: fault.hints(for: need), detail: KeyDetail(fault))
    }

    /// Creates the error of a key.
    package static func key(_ fault: KeyFault) -> RedoError { RedoError(fault, for: .anyKey) }

    /// The fault of a key; nil if the error is about something else.
    package var keyFault: KeyFault? { (detail as? KeyDetail)?.fault }

    /// The same error for someone who needs exactly this key.
    package var withoutReplacements: RedoError {
        keyFault.map { RedoError($0, for: .thisKey) } ?? self
    }
}

private final class KeyDetail: ErrorDetail {
    let fault: KeyFault

    init(_ fault: KeyFault) { self.fault = fault }
}
