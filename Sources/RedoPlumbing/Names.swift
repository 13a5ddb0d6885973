import RedoCommand
import RedoCrypto
import RedoLog
import RedoState
import RedoStore

/// Finds the node that a hexadecimal prefix names, without reading any.
struct NameResolver {
    let store: Store

    static let smallestPrefix = 4

    static func notFound(_ name: String) -> CommandError {
        CommandError(.failed, "STORAGE_001", "there is no node '\(name)'")
    }

    /// - Throws: STORAGE_001 where there is no such node or there are several.
    func id(_ name: String) throws(CommandError) -> ChangeID {
        guard let id = try existing(name) else { throw Self.notFound(name) }
        return id
    }

    /// The node that a full id or a unique prefix names; nil where there is none.
    ///
    /// - Throws: STORAGE_001 where there are several.
    func existing(_ name: String) throws(CommandError) -> ChangeID? {
        let ids = try candidates(name)
        guard ids.count <= 1 else { throw Self.ambiguous(name, ids.map(\.description)) }
        return ids.first
    }

    static func ambiguous(_ name: String, _ candidates: [String]) -> CommandError {
        CommandError(
            .failed, "STORAGE_001",
            "'\(name)' is ambiguous: it could be any of \(candidates.count)",
            hints: candidates.prefix(10).map { $0 } + (candidates.count > 10 ? ["…"] : []))
    }

    /// The nodes that a full id or a prefix can mean.
    func candidates(_ name: String) throws(CommandError) -> [ChangeID] {
        guard let prefix = hexadecimalPrefix(name) else { return [] }
        return try reporting { () throws(StoreError) in try store.ids(withPrefix: prefix) }
    }
}

/// The lower-case digits of a name that can be a node's: with or without `sha256:`, at least four.
func hexadecimalPrefix(_ name: String) -> String? {
    let digits = name.hasPrefix("sha256:") ? name.dropFirst(7) : name[...]
    guard (NameResolver.smallestPrefix...64).contains(digits.utf8.count),
        digits.utf8.allSatisfy({ lowercaseHexValue($0) != nil })
    else { return nil }
    return String(digits)
}

extension Log {
    /// The task that a unique prefix of its id, or a unique part of its title, names.
    ///
    /// - Throws: STORAGE_001 where there is none, or there are several.
    package func taskID(named name: String) throws(CommandError) -> TaskID {
        if let id = TaskID(name), replay.judgement.graph.taskNumber(of: id) != nil { return id }
        let ids = replay.judgement.graph.taskIDs.sorted()
        let byID =
            name.utf8.count < 2 ? [] : ids.filter { $0.description.hasPrefix(name.lowercased()) }
        if byID.count == 1 { return byID[0] }
        let titles = replay.state.tasks.map { ($0.id, $0.title.description) }
        if !byID.isEmpty {
            let named = Dictionary(titles, uniquingKeysWith: { first, _ in first })
            throw NameResolver.ambiguous(name, byID.map { "\($0) \(named[$0] ?? "")" })
        }
        let byTitle = titles.filter { $0.1.lowercased().containsText(name.lowercased()) }
        if byTitle.count == 1, !name.isEmpty { return byTitle[0].0 }
        guard byTitle.isEmpty || name.isEmpty else {
            throw NameResolver.ambiguous(name, byTitle.map { "\($0.0) \($0.1)" })
        }
        throw CommandError(
            .failed, "STORAGE_001", "there is no task '\(name)'",
            hints: ["'redo list --all' shows the tasks"])
    }

    /// The node that a name means: an id or its prefix, or a task, which means its head; with `~N`
    /// its Nth first ancestor, with `^N` its Nth parent.
    ///
    /// - Throws: STORAGE_001 where there is none, or there are several.
    package func nodeNumber(named name: String) throws(CommandError) -> Int {
        let mark = name.firstIndex { $0 == "~" || $0 == "^" } ?? name.endIndex
        var number = try startNumber(String(name[..<mark]))
        var rest = name[mark...]
        while let sign = rest.popFirst() {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest.dropFirst(digits.count)
            guard sign == "~" || sign == "^", let count = digits.isEmpty ? 1 : Int(digits) else {
                throw .usage("'\(name)' is no name such as NODE~2 or NODE^2")
            }
            let steps = sign == "~" ? count : min(count, 1)
            let place = sign == "~" ? 0 : count - 1
            for _ in 0..<steps {
                let parents = Array(replay.judgement.graph.parents(of: number))
                guard parents.indices.contains(place) else { throw NameResolver.notFound(name) }
                number = parents[place]
            }
        }
        return number
    }

    private func startNumber(_ name: String) throws(CommandError) -> Int {
        let graph = replay.judgement.graph
        if let prefix = hexadecimalPrefix(name) {
            let matches = graph.ids.indices.filter {
                graph.ids[$0].digest.hexadecimal.hasPrefix(prefix)
            }
            if matches.count == 1 { return matches[0] }
            if matches.count > 1 {
                throw NameResolver.ambiguous(name, matches.map { graph.ids[$0].description })
            }
        }
        let id: TaskID
        do throws(CommandError) {
            id = try taskID(named: name)
        } catch {
            if error.message.hasPrefix("there is no task") { throw NameResolver.notFound(name) }
            throw error
        }
        let heads = heads(of: id)
        guard let head = heads.last, let number = graph.number(of: head.id) else {
            throw CommandError(.failed, "STORAGE_001", "the task \(id) has no head: it is deleted")
        }
        guard heads.count == 1 else {
            throw NameResolver.ambiguous(name, heads.map(\.id.description))
        }
        return number
    }
}
