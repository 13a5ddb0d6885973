import RedoCheckpoints

/// The reference of the first epoch in a git repository.
enum GenesisReference {
    /// Where it is, and where it is if a host refuses references outside of branches.
    static let names = ["refs/redo/genesis", "refs/heads/redo/genesis"]
    /// What was seen of a remote, in the repository that a store keeps for it.
    static let seen = "refs/redo/seen-genesis"
}

/// The reference of a slot in a git repository.
enum SlotReference {
    /// Where slots are, and where they are if a host refuses references outside of branches.
    static let prefixes = ["refs/redo/slots/", "refs/heads/redo/"]
    /// What was seen of a remote, in the repository that a store keeps for it.
    static let seenPrefix = "refs/redo/seen/"

    /// The slot of a reference; nil for any other reference.
    static func slot(of name: String) -> Slot? {
        for prefix in prefixes where name.hasPrefix(prefix) {
            return Slot(name.dropFirst(prefix.count))
        }
        return nil
    }
}
