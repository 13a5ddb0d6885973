import RedoCrypto
import RedoModel

/// Which nodes of a log have an effect.
package enum LogView: Sendable {
    /// All that the protocol accepts. The state and its hash are the same in every client.
    case whole
    /// All but void nodes (docs/extensions.md, section 4): who may do what is decided by the log alone, and the
    /// same on every device. Families are printed and hashed as it has them.
    case authorized
    /// All but what is void without the statements of ignored persons: who may do what on this device.
    case local
    /// That without the nodes of ignored authors: what people are shown, and what new nodes follow.
    case effective
}

extension LogRule {
    /// What a cache of what has an effect names it by, after what else it names.
    package var cacheSuffix: String {
        let name = leavesOutVoid ? " effective" : ""
        if ignored.isEmpty, ignoredPersons.isEmpty { return name }
        var sha256 = IncrementalSHA256()
        for user in ignored.sorted() {
            let line = Array("\(user)\n".utf8)
            sha256.update(line.span)
        }
        for person in ignoredPersons.sorted() {
            let line = Array("\(person)\n".utf8)
            sha256.update(line.span)
        }
        return name + " " + sha256.digest().hexadecimal
    }
}
