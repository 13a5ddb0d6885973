import RedoCommandLine
import RedoCrypto
import RedoModel
import RedoRepository
import RedoSystem

/// The effect of a revocation: which nodes of the revoked keys stay, which nodes become void, and which count again, by
/// what they are about.
struct RevocationEffect {
    private let kept: [Part]
    private let newlyVoid: [Part]
    private let restored: [Part]

    /// Nodes about one thing.
    private struct Part {
        let title: String
        private(set) var nodes: [Node] = []
        /// The place of the last of them in the log.
        private(set) var last = 0

        init(title: String) { self.title = title }

        mutating func add(_ node: Node, at index: Int) {
            nodes.append(node)
            last = index
        }
    }

    /// The maximum number of nodes of a part that are named one by one.
    private static let maximumNamedCount = 5
    /// The maximum number of remaining parts that are listed.
    private static let maximumKeptCount = 20

    /// - Parameters:
    ///   - keys: those that are revoked.
    ///   - before: the log.
    ///   - after: the log with the revocation.
    init(of keys: [PublicKey], from before: Log, to after: Log) {
        let (old, new) = (before.replay.voids, after.replay.voids)
        let (state, newState) = (before.replay.foldState(), after.replay.foldState())
        let titles = state.printableTitles.merging(newState.printableTitles) { first, _ in first }
        let people = before.replay.authority.people
        func parts(_ isMember: (Node) -> Bool) -> [Part] {
            var parts: [Subject?: Part] = [:]
            var order: [Subject?] = []
            for (index, node) in before.nodes.enumerated() where isMember(node) {
                let subject = node.subject
                if parts[subject] == nil { order.append(subject) }
                parts[
                    subject, default: Part(title: Self.title(of: subject, titles, people))
                ].add(node, at: index)
            }
            return order.compactMap { parts[$0] }
        }
        kept = parts { node in
            let author = AuthorKey(node.author)
            return keys.contains { author.isWritten(by: $0) } && old.reason(of: node.id) == nil
                && new.reason(of: node.id) == nil
        }
        newlyVoid = parts { old.reason(of: $0.id) == nil && new.reason(of: $0.id) != nil }
        restored = parts { old.reason(of: $0.id) != nil && new.reason(of: $0.id) == nil }
    }

    private static func title(
        of subject: Subject?, _ titles: [TaskID: String], _ people: People
    ) -> String {
        switch subject {
        case .task(let id): titles[id].map { "\($0) (\(id.description.prefix(8)))" } ?? "task \(id)"
        case .category(let id): "category \(id.text.prefix(8))"
        case .person(let id): people[id]?.text ?? "person \(people.digits(of: id))"
        case .room(let id): "room \(id.shortText)"
        case nil: "other nodes"
        }
    }

    /// The nodes that stay, become void and count again, by task; for people before they decide.
    ///
    /// - Parameter isWhole: whether all that stays is listed, however much it is.
    func text(isWhole: Bool) -> String {
        let isEverything = newlyVoid.isEmpty
        var text = isEverything ? "keeps everything that is here\n" : kept.isEmpty ? "" : "keeps:\n"
        text += keptLines(isWhole)
        if !isEverything { text += "makes void:\n" + Self.lines(newlyVoid) }
        if !restored.isEmpty { text += "lets count again:\n" + Self.lines(restored) }
        return text
    }

    /// The number of nodes that stay of each part, what was written last first.
    private func keptLines(_ isWhole: Bool) -> String {
        let parts = kept.sorted { $0.last > $1.last }
        let listed = isWhole ? parts[...] : parts.prefix(Self.maximumKeptCount)
        var lines = listed.map { "  \($0.title): \(counted($0.nodes.count, "node"))\n" }
        if listed.count < parts.count {
            lines.append("  and \(parts.count - listed.count) more, which --dry-run lists\n")
        }
        return lines.joined()
    }

    /// The result, in a line.
    func summary(isWritten: Bool) -> String {
        let lost = newlyVoid.reduce(0) { $0 + $1.nodes.count }
        let found = restored.reduce(0) { $0 + $1.nodes.count }
        let again = found == 0 ? "" : ", and let \(counted(found, "node")) count again"
        return "\(isWritten ? "made" : "would make") \(counted(lost, "node")) void\(again)\n"
    }

    private static func lines(_ parts: [Part]) -> String {
        parts.map { part in
            let named = part.nodes.prefix(maximumNamedCount).map {
                "\($0.action) \($0.id.shortText)"
            }
            let others = part.nodes.count - named.count
            let more = others > 0 ? ", and \(others) more" : ""
            return "  \(part.title): \(named.joined(separator: ", "))\(more)\n"
        }.joined()
    }
}
