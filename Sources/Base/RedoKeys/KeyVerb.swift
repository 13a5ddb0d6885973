/// What a key helper can be asked for: the one table of its verbs, by their names.
package enum KeyVerb: String, CaseIterable, Sendable {
    /// Says which of the others it has.
    case capabilities
    /// Says the public keys that it keeps.
    case list
    /// Says whether it keeps a key, and the box key beside it.
    case `public`
    case sign
    /// Opens a box.
    case unseal
    /// Takes a key over.
    case store
    /// Forgets a key.
    case delete
}
