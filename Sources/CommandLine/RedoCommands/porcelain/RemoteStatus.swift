import RedoCommandLine
import RedoExchange
import RedoReplica
import RedoStore
import RedoSystem

/// What is known of a remote without asking it.
struct RemoteStatus {
    let name: String
    let url: String
    /// Whose nodes were seen there.
    private(set) var devices: [String] = []
    /// Nodes that the next push sends; nil where they are not known.
    private(set) var unpushed: Int?
    /// Nodes that were refused there, and are not sent again.
    private(set) var refused = 0
    /// When nodes were last taken in from git remotes, or a remote in Firestore was last read, in seconds
    /// since 1970; nil where that never was.
    private(set) var lastFetch: Int?

    /// The remotes that a store's configuration has, by name.
    static func all(of store: Store) -> [RemoteStatus] {
        ConfiguredRemote.all(of: store).map { remote in
            var status = RemoteStatus(name: remote.name, url: remote.url)
            if FirestoreURL.isOne(remote.url) {
                // What cannot be read is not known, and no reason to tell nothing of the store.
                try? status.readRecord(of: remote, store)
            } else {
                status.readMirror(of: store)
            }
            return status
        }
    }

    private init(name: String, url: String) {
        self.name = name
        self.url = url
    }

    private mutating func readRecord(
        of remote: ConfiguredRemote, _ store: Store
    ) throws(RedoError) {
        guard let url = try remote.firestoreURL() else { return }
        let record = try remote.record(of: url, in: store)
        lastFetch = record.recent?.second
        let unsent = try UnsentNodes(of: store, beyond: record)
        unpushed = unsent.waiting.count
        refused = unsent.refused.count
    }

    /// `redo-remote show` tells it, a process of its own, so that only stores with git remotes pay for
    /// libgit2.
    private mutating func readMirror(of store: Store) {
        lastFetch = (try? Files.status(of: Path.join(store.path, "git/commits")))?.modified
        guard let folder = try? SuiteExecutables.folder(),
            let text = Self.answer(name, store, Path.join(folder, SuiteExecutables.git))
        else { return }
        var count = 0
        for line in text.split(separator: "\n") {
            let words = line.split(separator: "\t")
            if words.first == "device", words.count > 1 { devices.append(String(words[1])) }
            if words.first == "node" { count += 1 }
        }
        unpushed = count
    }

    /// What `redo-remote show --porcelain` prints; nil where it fails.
    private static func answer(_ name: String, _ store: Store, _ program: String) -> String? {
        let arguments = ["remote", "--redo-dir", store.path, "show", "--porcelain", "--", name]
        guard
            let process = try? ChildProcess(
                program, arguments: arguments, errors: .captured, isGroupLeader: false)
        else { return nil }
        process.endInput()
        var output: [UInt8] = []
        do {
            while try process.read(atMost: 1 << 16, into: &output, within: 60) > 0 {}
        } catch {
            return nil
        }
        return process.finish(within: 10) == 0 ? String(decoding: output, as: UTF8.self) : nil
    }
}
