/// The requests to a key helper, by their names: the only table of them.
package enum KeyVerb: String, CaseIterable, Sendable {
    /// Returns the verbs that it supports.
    case capabilities
    /// Returns the public keys that it keeps.
    case list
    /// Returns whether it keeps a key, and the box key of the key.
    case `public`
    case sign
    /// Opens a box.
    case unseal
    /// Saves a key.
    case store
    /// Removes a key.
    case delete
}
