import RedoCrypto
import RedoModel

/// The choice of the nodes of a log that have an effect.
package enum LogView: Sendable {
    /// All that the protocol accepts. The state and its hash are the same in every client.
    case whole
    /// All except void nodes (docs/extensions.md, section 4): the log alone decides the permissions, the same on
    /// every device. Families are printed and hashed in this view.
    case authorized
    /// All except what is void without the statements of ignored persons: the permissions on this device.
    case local
    /// The local view without the nodes of ignored authors: what users see, and what new nodes follow.
    case effective
}

extension LogRule {
    /// The end of the names of caches of this view.
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
