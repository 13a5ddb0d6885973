import RedoCrypto
import RedoModel

/// Which nodes of a log have an effect.
package enum LogView: Sendable {
    /// All of them. The state and its hash are the same on every device.
    case whole
    /// All but those of ignored authors: what people are shown, and what new nodes follow.
    case effective
}

extension Set<UserID> {
    /// What a cache of the effective view names them by, after what else it names.
    package var cacheSuffix: String {
        if isEmpty { return "" }
        var sha256 = IncrementalSHA256()
        for user in sorted() {
            let line = Array("\(user)\n".utf8)
            sha256.update(line.span)
        }
        return " " + sha256.digest().hexadecimal
    }
}
