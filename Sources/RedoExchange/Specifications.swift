import RedoCommand

// The commands that exchange nodes, as git remotes and those in Firestore have them.

extension CommandSpecification {
    /// `redo push`.
    package static let push = CommandSpecification(
        "push", "Bring the nodes that a remote lacks there, as the reference of this device",
        operands: ["[<remote>]"], operandCount: 0...1,
        options: [
            SyncOptions.skipUnsigned, SyncOptions.replace, SyncOptions.dryRun,
            SyncOptions.porcelain, Progress.option, Jobs.option,
        ])

    /// `redo fetch`.
    package static let fetch = CommandSpecification(
        "fetch", "Take in what the devices have pushed to a remote; nothing in it is trusted",
        operands: ["[<remote> [<reference>...]]", "--all"], operandCount: 0...Int.max,
        options: [
            SyncOptions.all, SyncOptions.prune, SyncOptions.lost, SyncOptions.refetch,
            SyncOptions.requireSignature, SyncOptions.dryRun, SyncOptions.porcelain,
            Progress.option, Jobs.option,
        ])

    /// `redo pull`.
    package static let pull = CommandSpecification(
        "pull",
        "Fetch from a remote, then merge diverged tasks if sync.merge or --merge says so",
        operands: ["[<remote>]"], operandCount: 0...1,
        options: [
            SyncOptions.merge, SyncOptions.prune, SyncOptions.refetch,
            SyncOptions.requireSignature, SyncOptions.porcelain, Progress.option, Jobs.option,
        ])

    /// `redo sync`.
    package static let sync = CommandSpecification(
        "sync", "Fetch from a remote, merge diverged tasks if configured, and push",
        operands: ["[<remote>]"], operandCount: 0...1,
        options: [
            SyncOptions.merge, SyncOptions.skipUnsigned, SyncOptions.prune,
            SyncOptions.refetch, SyncOptions.requireSignature, SyncOptions.porcelain,
            Progress.option, Jobs.option,
        ])

    /// `redo clone`.
    package static let clone = CommandSpecification(
        "clone", "Make a store of what a remote has, and name the remote origin there",
        operands: ["<url> [<dir>]", "--personal <url>"], operandCount: 1...2,
        options: [
            SyncOptions.personal,
            SyncOptions.requireSignature, SyncOptions.porcelain, Progress.option, Jobs.option,
        ])
}
