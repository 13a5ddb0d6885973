import RedoScreen

/// A key that means something on one page alone.
struct PageKey {
    let key: Key
    /// The action of the key, as the last line and `?` show it.
    let label: String
    /// Why it does nothing now; nil if it does.
    let reason: String?
}
