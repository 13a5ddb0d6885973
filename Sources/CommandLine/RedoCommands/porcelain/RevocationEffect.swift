import RedoCommandLine
import RedoModel
import RedoRepository
import RedoSystem

/// What a revocation changes: which nodes become void, and which count again, by what they are about.
struct RevocationEffect {
    private let newlyVoid: [Part]
    private let restored: [Part]

    /// Nodes about one thing.
    private struct Part {
        let title: String
        var nodes: [Node]
    }

    /// The most nodes of a part that are named one by one.
    private static let greatestNamedCount = 5

    /// - Parameters:
    ///   - before: the log.
    ///   - after: the log with the revocation.
    init(from before: Log, to after: Log) {
        let (old, new) = (before.replay.voids, after.replay.voids)
        let (state, newState) = (before.replay.foldState(), after.replay.foldState())
        let titles = state.printableTitles.merging(newState.printableTitles) { first, _ in first }
        let people = before.replay.authority.people
        func parts(_ isMember: (Node) -> Bool) -> [Part] {
            var parts: [Subject?: Part] = [:]
            var order: [Subject?] = []
            for node in before.nodes where isMember(node) {
                let subject = node.subject
                if parts[subject] == nil { order.append(subject) }
                parts[
                    subject,
                    default: Part(title: Self.title(of: subject, titles, people), nodes: [])
                ].nodes.append(node)
            }
            return order.compactMap { parts[$0] }
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
        case .person(let id): people[id]?.text ?? "person \(id.shortText)"
        case .room(let id): "room \(id.shortText)"
        case nil: "other nodes"
        }
    }

    /// What becomes void and what counts again, by task; for people before they decide.
    var text: String {
        let lost =
            newlyVoid.isEmpty
            ? "keeps everything that is here\n" : "makes void:\n" + Self.lines(newlyVoid)
        return lost + (restored.isEmpty ? "" : "lets count again:\n" + Self.lines(restored))
    }

    /// What was done, in a line.
    func summary(isWritten: Bool) -> String {
        let lost = newlyVoid.reduce(0) { $0 + $1.nodes.count }
        let found = restored.reduce(0) { $0 + $1.nodes.count }
        let again = found == 0 ? "" : ", \(found) count again"
        return (isWritten ? "" : "would be: ") + "\(counted(lost, "node")) void\(again)\n"
    }

    private static func lines(_ parts: [Part]) -> String {
        parts.map { part in
            let named = part.nodes.prefix(greatestNamedCount).map {
                "\($0.action) \($0.id.shortText)"
            }
            let others = part.nodes.count - named.count
            let more = others > 0 ? ", and \(others) more" : ""
            return "  \(part.title): \(named.joined(separator: ", "))\(more)\n"
        }.joined()
    }
}
