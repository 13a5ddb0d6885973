import RedoCommand
import RedoLog
import RedoStore
import RedoSystem

/// What is known of a remote without asking it.
///
/// `redo-remote show` tells it, a process of its own, so that only stores with remotes pay for libgit2.
struct RemoteStatus {
    let name: String
    let url: String
    /// Whose nodes were seen there.
    private(set) var devices: [String] = []
    /// Nil where it is not known.
    private(set) var unpushed: Int?
    /// When nodes were last taken in from remotes, in seconds since 1970; nil where none were.
    let lastFetch: Int?

    /// The remotes that a store's configuration has, by name.
    static func all(of store: Store, _ execPath: String) -> [RemoteStatus] {
        var urls: [String: String] = [:]
        for entry in store.configuration.layers.flatMap(\.entries)
        where entry.name.section == "remote" && entry.name.key == "url" {
            if let name = entry.name.subsection, let url = entry.value { urls[name] = url }
        }
        return urls.sorted { $0.key < $1.key }.map {
            RemoteStatus(name: $0.key, url: $0.value, of: store, execPath)
        }
    }

    private init(name: String, url: String, of store: Store, _ execPath: String) {
        self.name = name
        self.url = url
        let commits = try? Files.status(of: Path.join(store.path, "git/commits"))
        lastFetch = commits?.modified
        guard let text = Self.answer(name, store, Path.join(execPath, "redo-remote")) else {
            return
        }
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
        let arguments = ["--redo-dir", store.path, "show", "--porcelain", "--", name]
        guard
            let process = try? ChildProcess(
                program, arguments: arguments, errors: .kept, isApart: false)
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
