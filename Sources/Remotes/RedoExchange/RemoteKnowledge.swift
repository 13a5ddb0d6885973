import RedoCheckpoints
import RedoCommandLine
import RedoJSON
import RedoModel
import RedoReplica
import RedoStore
import RedoSystem

/// What a store knows of a remote without asking it.
package struct RemoteKnowledge {
    /// The devices that were seen there, and what they had.
    package var devices: [(name: String, tip: String)] = []
    /// What is known to be there, for people.
    package let summary: String
    package let unsent: UnsentNodes
    /// The number of nodes that came from there and wait for a parent.
    package var orphanCount = 0
    /// What lies there and is not taken in here.
    package var rejected: [RejectedDocument] = []
    /// When the remote was last read, in seconds since 1970; nil if that is not known.
    package var lastRead: Int?
    /// What the last fetch found the remote to withhold.
    package var findings: [NotedFinding] = []

    package init(summary: String, unsent: UnsentNodes) {
        self.summary = summary
        self.unsent = unsent
    }

    /// Prints it: what `redo remote show` says.
    package func show(
        of remote: ConfiguredRemote, in store: Store, _ context: inout CommandContext
    ) throws(RedoError) {
        if context.arguments.has(SyncOptions.porcelainShow) {
            try context.print(withPaths: "url\t\(context.shown(remote.url))\n")
            for device in devices { try context.print("device\t\(device.name)\t\(device.tip)\n") }
            for id in unsent.waiting { try context.print("node\t\(id)\n") }
            for id in unsent.refused { try context.print("refused\t\(id)\n") }
            for finding in findings {
                try context.print("finding\t")
                try context.printLine(CanonicalJSON.bytes(finding.json))
            }
            for document in rejected {
                try context.print("rejected\t\(document.path.printable)\t\(document.code)\n")
            }
            return
        }
        let waiting = unsent.waiting
        try context.print(
            "remote \(remote.name)\n  url: \(remote.url.printable)\n  \(summary)\n"
                + "  not pushed: \(waiting.isEmpty ? "nothing" : counted(waiting.count, "node"))\n")
        if !unsent.refused.isEmpty {
            try context.print("  refused there: \(counted(unsent.refused.count, "node"))\n")
        }
        if orphanCount > 0 {
            try context.print("  waiting for a parent: \(counted(orphanCount, "node"))\n")
        }
        if !rejected.isEmpty {
            try context.print("  there, and refused here: \(counted(rejected.count, "document"))\n")
        }
        for document in rejected { try context.print("    \(document.line)\n") }
        let now = try context.now()
        let isCopied = try remote.isCopied(in: store)
        for finding in findings {
            let title = finding.title(at: now, isCopied: isCopied)
            let sentence = finding.sentence { "key \($0.hexadecimal.prefix(12))" }
            try context.print("  \(title): \(sentence)\n")
        }
    }

    /// Reads what ``show(of:_:)`` prints for programs.
    ///
    /// - Parameter text: a line for each node that was not pushed: all nodes of the log, if none was.
    fileprivate init(porcelain text: [UInt8]) {
        var devices: [(name: String, tip: String)] = []
        var (waiting, refused): ([NodeID], [NodeID]) = ([], [])
        var findings: [NotedFinding] = []
        var rest = text[...]
        while !rest.isEmpty {
            let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
            let line = rest[..<end]
            rest = rest[end...].dropFirst()
            guard let tab = line.firstIndex(of: UInt8(ascii: "\t")) else { continue }
            let value = line[(tab + 1)...]
            switch String(decoding: line[..<tab], as: UTF8.self) {
            case "device":
                let words = value.split(separator: UInt8(ascii: "\t"))
                    .map { String(decoding: $0, as: UTF8.self) }
                if let name = words.first { devices.append((name, words.dropFirst().first ?? "")) }
            case "node": if let id = NodeID(text: value.span) { waiting.append(id) }
            case "refused": if let id = NodeID(text: value.span) { refused.append(id) }
            case "finding":
                let json = (try? JSONDocument(Array(value)))?.root.value
                if let finding = json.flatMap({ NotedFinding($0) }) { findings.append(finding) }
            default: break
            }
        }
        self.init(summary: "", unsent: UnsentNodes(waiting: waiting, refused: refused))
        self.devices = devices
        self.findings = findings
    }
}

extension RejectedDocument {
    /// The document and why it is refused, printable: `nodes/sha256:… E_HASH_MISMATCH: …`.
    package var line: String { "\(path) \(code): \(detail)".printable }
}

extension ConfiguredRemote {
    /// What a store knows of the remote: the suite reads it, or the scheme's program says it, a process of its
    /// own. Nil if it is not known.
    package func known(in store: Store) -> RemoteKnowledge? {
        if let kind = scheme.kind { return try? kind.known(self, store) }
        let words = ["remote", "--redo-dir", store.path, "show", "--porcelain", "--", name]
        guard let program = try? scheme.programPath,
            let process = try? ChildProcess(
                program, arguments: words, errors: .captured, isGroupLeader: false)
        else { return nil }
        process.endInput()
        var output: [UInt8] = []
        do {
            while try process.read(atMost: 1 << 16, into: &output, within: 60) > 0 {}
        } catch {
            return nil
        }
        guard process.finish(within: 10) == 0 else { return nil }
        return RemoteKnowledge(porcelain: output)
    }
}
