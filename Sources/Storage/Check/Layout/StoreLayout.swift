import RedoSystem

/// The files of a store, in one table: `redo fsck` checks each file below a store against it, and reports any other
/// as not a file of the store. docs/store.md has the same table in words.
package enum StoreLayout {
    package static let files: [StoreFile] = [
        StoreFile("config", .settings, missedBy: "nothing: it is yours"),

        // Nodes.
        StoreFile(
            "objects/<2 digits>/<62 digits>", .node,
            missedBy: "its children, and every record that names the node"),
        StoreFile(
            "objects/pack/pack-<digest>.pack", .pack,
            missedBy: "its index, and every record that names its nodes"),
        StoreFile("objects/pack/pack-<digest>.idx", .index, missedBy: "its pack"),
        StoreFile(
            "quarantine/<name>", .setAside, missedBy: "its reason, or the file that it is of"),
        // A directory that had the name of a file.
        StoreFile("quarantine/<name>/**", .setAside, missedBy: "its reason"),
        StoreFile("lost", .record, missedBy: inventory),
        StoreFile("given-up", .record, missedBy: inventory),
        StoreFile("inventory/pack-<digest>.heads", .cache, .packHeads, missedBy: nothing),
        StoreFile("inventory/record-<name>", .lock, .marker, isSynced: false, missedBy: nothing),

        // Records of this device.
        StoreFile(
            "operations/<number>", .record, .operation, isSynced: false,
            missedBy:
                "the operations before and after it; nothing misses the last ones and the oldest ones"
        ),
        StoreFile("context", .record, .context, missedBy: inventory),
        StoreFile("trash", .record, .trash, isSynced: false, missedBy: inventory),
        StoreFile("watch/arrivals", .record, .arrivals, isSynced: false, missedBy: inventory),
        StoreFile("watch/untold", .record, .unreported, isSynced: false, missedBy: inventory),
        StoreFile("reminders/told", .record, .reminders, isSynced: false, missedBy: inventory),
        StoreFile("sync/log", .record, .exchanges, isSynced: false, missedBy: inventory),

        // Records about remotes.
        StoreFile("checkpoints/<remote>/state", .record, .checkpointRecord, missedBy: inventory),
        StoreFile(
            "checkpoints/<remote>/ids/<digest>", .record, .nodeIDs,
            missedBy: "the state beside it, which has the statement that lists the pack"),
        StoreFile("checkpoints/<remote>/epochs/<digest>", .record, .epoch, missedBy: inventory),
        StoreFile("checkpoints/<remote>/unkept", .cache, .unkeptEpochs, missedBy: remote),
        StoreFile("checkpoints/<remote>/claims/<task>", .record, .claim, missedBy: inventory),
        StoreFile("checkpoints/<remote>/recovery", .record, .recoveryKey, missedBy: nothing),
        StoreFile("checkpoints/<remote>/outgoing/**", .temporary, missedBy: nothing),
        StoreFile("checkpoints/<remote>/verified-<name>.pack", .temporary, missedBy: nothing),
        StoreFile("checkpoints/<remote>/listed-<name>.pack", .temporary, missedBy: nothing),
        StoreFile("checkpoints/<remote>/git/**", .cache, missedBy: remote),
        StoreFile("checkpoints/<remote>/claims-git/**", .cache, missedBy: remote),
        StoreFile("firestore/<remote>/state", .record, .replica, missedBy: inventory),
        StoreFile(
            "firestore/<remote>/nodes", .record, .replicaNodes, isSynced: false,
            isReplaceable: false, missedBy: inventory),
        StoreFile(
            "firestore/<remote>/refused", .record, .replicaNodes, isSynced: false,
            isReplaceable: false, missedBy: inventory),
        StoreFile("git/commits", .cache, .commits, missedBy: remote),
        StoreFile("git/repository/**", .cache, missedBy: remote),

        // Caches.
        StoreFile("expected.cache", .cache, isSynced: false, missedBy: nothing),
        StoreFile("tasks.cache", .cache, isSynced: false, missedBy: nothing),
        StoreFile("whole.cache", .cache, isSynced: false, missedBy: nothing),
        StoreFile("organisation.cache", .cache, isSynced: false, missedBy: nothing),
        StoreFile("parts.cache", .cache, isSynced: false, missedBy: nothing),
        StoreFile("heads.cache", .cache, isSynced: false, missedBy: nothing),
        StoreFile("hash.cache", .cache, isSynced: false, missedBy: nothing),
        StoreFile("diverged.cache", .cache, .cacheFile, isSynced: false, missedBy: nothing),
        StoreFile("ui.cache", .cache, .cacheFile, isSynced: false, missedBy: nothing),
        StoreFile("composing.cache", .cache, .composing, isSynced: false, missedBy: nothing),
        StoreFile("rooms/read", .cache, isSynced: false, missedBy: nothing),
        StoreFile(
            "vdir/<half a digest>.cache", .cache, .calendarFolder, isSynced: false,
            missedBy: nothing),

        // Locks, and files whose presence is their meaning.
        StoreFile("gc.lock", .lock, .empty, missedBy: nothing),
        StoreFile("watch/lock", .lock, .empty, missedBy: nothing),
        StoreFile("reminders/lock", .lock, .empty, missedBy: nothing),
        StoreFile("rooms/asking-<name>", .lock, .empty, missedBy: nothing),
        StoreFile("sync/lock", .lock, .empty, missedBy: nothing),
        StoreFile("sync/log.lock", .lock, .empty, missedBy: nothing),
        StoreFile("sync/wanted", .lock, .empty, missedBy: nothing),
        StoreFile("checkpoints/<remote>/lock", .lock, .empty, missedBy: nothing),
        StoreFile("checkpoints/<remote>/claims.lock", .lock, .empty, missedBy: nothing),
    ]

    private static let inventory = "the inventory of the store"
    private static let remote = "the remote, from where it is fetched again"
    private static let nothing = "nothing"

    /// The one record that is a directory of files.
    static let operationsName = "operations"

    /// The row of a file, by its path below the store.
    static func row(of path: String) -> StoreFile? {
        let names = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        return files.first { row in
            (row.isTree ? names.count > row.names.count : names.count == row.names.count)
                && zip(row.names, names).allSatisfy { $0.matches($1) }
        }
    }

    /// Whether a path below a store can be that of a record.
    static func hasRecord(_ path: String) -> Bool {
        path == operationsName || row(of: path)?.role == .record
    }

    /// Directories that contain one directory for each remote.
    static let directoriesOfRemotes = Store.directoriesOfRemotes

    /// The prefixes of files that programs for synchronising directories keep in them.
    private static let foreignPrefixes = [".syncthing.", ".stfolder", ".stversions", ".stignore"]

    /// Whether a name belongs to a program that synchronises directories.
    static func isForeign(_ name: String) -> Bool {
        foreignPrefixes.contains { name.hasPrefix($0) }
    }

    /// libgit2 creates links of such names to test whether the file system has links, and leaves them behind when it
    /// is killed.
    static func isProbe(_ name: String) -> Bool { name.hasPrefix("_git2_") }
}
