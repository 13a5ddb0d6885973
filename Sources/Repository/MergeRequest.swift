import RedoJSON
import RedoModel
import RedoSystem

/// A user's request to merge heads: a policy, and strategies for single members.
package struct MergeRequest {
    /// One `PATH=STRATEGY[:VALUE]`.
    private struct Entry {
        let path: String
        let strategy: MergeRules.Strategy
        let argument: String?
    }

    private let policy: MergeRules.Strategy
    private let entries: [Entry]
    /// Whether the merge is automatic, so that another dialect is chosen if the configured one cannot express it.
    package let isAutomatic: Bool
    /// Whether arrays of strings are joined as sets. A policy that the user names decides this itself.
    package var joinsSets: Bool { policy == .lww }
    /// The indices of the entries that decided something.
    private var used: Set<Int> = []

    /// - Parameters:
    ///   - policy: what decides a conflict; nil for last write wins.
    ///   - resolutions: `PATH=STRATEGY[:VALUE]` for single members.
    /// - Throws: wrong usage for an unknown strategy.
    package init(policy name: String?, resolutions: [String]) throws(RedoError) {
        let name = name ?? MergeRules.Strategy.lww.rawValue
        guard let policy = MergeRules.Strategy(rawValue: name), policy != .manual else {
            throw .usage(
                "there is no policy '\(name)'; there are lww, ours, theirs, union, max and min")
        }
        self.policy = policy
        isAutomatic = false
        var entries: [Entry] = []
        for text in resolutions { entries.append(try Self.entry(text)) }
        self.entries = entries
    }

    private init(policy: MergeRules.Strategy) {
        self.policy = policy
        entries = []
        isAutomatic = true
    }

    /// The request of a merge after a fetch, with the protocol's defaults.
    package static let automatic = MergeRequest(policy: .lww)

    private static func entry(_ text: String) throws(RedoError) -> Entry {
        // A path may contain an equals sign, and so may a value: the first one that a strategy follows counts.
        for equals in text.indices where text[equals] == "=" {
            let rest = text[text.index(after: equals)...]
            let colon = rest.firstIndex(of: ":") ?? rest.endIndex
            guard let strategy = MergeRules.Strategy(rawValue: String(rest[..<colon])),
                equals != text.startIndex
            else { continue }
            let argument =
                colon == rest.endIndex ? nil : String(rest[rest.index(after: colon)...])
            let takesNone = ![.ours, .theirs, .manual].contains(strategy)
            if strategy == .manual, argument == nil {
                throw .usage("--resolve \(text) needs a value after 'manual:'")
            }
            if takesNone, argument != nil {
                throw .usage("--resolve \(text): \(strategy.rawValue) takes no value")
            }
            return Entry(
                path: String(text[..<equals]), strategy: strategy, argument: argument)
        }
        throw .usage(
            "'\(text)' is not a resolution such as title=ours, tags=union or title=manual:Text")
    }

    /// The rules for some heads.
    ///
    /// - Parameter plan: the plan of a MERGE without rules.
    /// - Throws: wrong usage for an entry that does not apply to these heads.
    package func rules(
        for plan: MergePlan, _ log: Log, _ author: Author
    ) throws(RedoError) -> MergeRules {
        var rules = MergeRules()
        if policy != .ours, policy != .theirs { rules.policy.defaultStrategy = policy }
        for entry in entries {
            guard let member = try member(entry.path, plan, log),
                member.todo != nil || plan.changes.contains(where: { $0.isDecided(by: member) })
            else { continue }
            try add(entry, of: member, for: plan, log, author, to: &rules)
        }
        if policy == .ours || policy == .theirs {
            // As a policy these do not name a head, so there is an entry for each conflict.
            for change in plan.changes where change.isConflict {
                guard change.member.todo == nil,
                    !rules.task.contains(where: { $0.path == change.member.name })
                else { continue }
                let head = try ownHead(of: plan, author)
                rules.task.append(
                    MergeRules.Resolution(
                        path: change.member.name, strategy: policy, chosenParent: head.id))
            }
        }
        return rules
    }

    private func add(
        _ entry: Entry, of member: StateMember, for plan: MergePlan, _ log: Log, _ author: Author,
        to rules: inout MergeRules
    ) throws(RedoError) {
        var chosenParent: NodeID?
        var value: JSONValue?
        switch entry.strategy {
        case .ours, .theirs:
            if let name = entry.argument {
                chosenParent = try head(named: name, of: plan, log).id
            } else {
                chosenParent = try ownHead(of: plan, author).id
            }
        case .manual: value = try manualValue(entry.argument ?? "", for: member)
        default: break
        }
        let resolution = MergeRules.Resolution(
            path: member.name, strategy: entry.strategy, chosenParent: chosenParent, value: value)
        guard let todo = member.todo else {
            rules.task.append(resolution)
            return
        }
        if let index = rules.todos.firstIndex(where: { $0.todo == todo }) {
            rules.todos[index].entries.append(resolution)
        } else {
            rules.todos.append(MergeRules.TodoResolutions(todo: todo, entries: [resolution]))
        }
    }

    /// The member that a path means: one of the task or a part of it, or `todoTasks.ID.NAME`; nil for a to-do of
    /// another task.
    private func member(
        _ path: String, _ plan: MergePlan, _ log: Log
    ) throws(RedoError) -> StateMember? {
        let parts = path.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts[0] == "todoTasks" else { return StateMember(JSONString(path)) }
        let names = ["deadline", "notes", "completed"]
        guard parts.count == 3, names.contains(String(parts[2])) else {
            throw .usage(
                "--resolve \(path): a to-do's member is named todoTasks.ID.deadline, .notes or "
                    + ".completed")
        }
        let task = plan.heads.first?.taskID.flatMap { log.replay.task($0) }
        let todos = (task?.todos ?? []).map(\.id).filter {
            $0.description.hasPrefix(parts[1].lowercased())
        }
        guard todos.count <= 1 else {
            throw .usage(
                "--resolve \(path): '\(parts[1])' names \(todos.count) of the task's to-dos")
        }
        return todos.first.map { StateMember(JSONString(String(parts[2])), of: $0) }
    }

    private func head(
        named name: String, of plan: MergePlan, _ log: Log
    ) throws(RedoError) -> Node {
        let id = log.nodes[try log.nodeNumber(named: name)].id
        guard let head = plan.heads.first(where: { $0.id == id }) else {
            throw .usage("\(name) is not one of the heads to merge")
        }
        return head
    }

    /// The head that was written last on this device, else by this user.
    private func ownHead(of plan: MergePlan, _ author: Author) throws(RedoError) -> Node {
        let own = plan.heads.filter { $0.author.userID == author.userID }
        guard let head = own.last(where: { $0.author.deviceID == author.deviceID }) ?? own.last
        else {
            throw .usage(
                "none of the heads is yours; name one, as in --resolve title=ours:"
                    + (plan.heads.last.map { $0.id.digest.hexadecimal.prefix(7) } ?? "NODE"))
        }
        return head
    }

    /// A value, parsed as JSON if that has the member's form, else as text.
    private func manualValue(
        _ text: String, for member: StateMember
    ) throws(RedoError) -> JSONValue {
        var candidates: [JSONValue] = [.string(JSONString(text))]
        if let document = try? JSONDocument(Array(text.utf8)) {
            candidates.insert(document.root.value, at: 0)
        }
        guard let value = candidates.first(where: { member.accepts($0) }) else {
            throw .usage("--resolve \(member.path): '\(text)' is not a value of it")
        }
        return value
    }

    /// Records which entries decide something.
    ///
    /// - Parameter plan: a plan that was made with the rules of this request.
    /// - Throws: wrong usage for a strategy that replay would ignore, since it does not fit.
    package mutating func noteUse(in plan: MergePlan, _ log: Log) throws(RedoError) {
        for (index, entry) in entries.enumerated() {
            guard let member = try member(entry.path, plan, log),
                let change = plan.changes.first(where: { $0.isDecided(by: member) })
            else { continue }
            guard change.member != member || change.fits(entry.strategy) else {
                throw .usage(
                    "--resolve \(entry.path): \(entry.strategy.rawValue) does not fit its values")
            }
            used.insert(index)
        }
    }

    /// - Throws: wrong usage for an entry that decided nothing.
    package func checkUse() throws(RedoError) {
        for (index, entry) in entries.enumerated() where !used.contains(index) {
            throw .usage("--resolve \(entry.path): no head changed it")
        }
    }
}

extension MergePlan.MemberChange {
    /// Whether an entry for a member also decides this one, as the member itself or a part of it.
    fileprivate func isDecided(by other: StateMember) -> Bool {
        if other == member { return true }
        return other.todo == nil && member.todo == nil
            && other.name.description.hasPrefix(member.name.description + ".")
    }

    /// Whether a strategy can decide between the values.
    fileprivate func fits(_ strategy: MergeRules.Strategy) -> Bool {
        let values = changedBy.map { self.values[$0] }
        switch strategy {
        case .union:
            return values.allSatisfy {
                if case .array? = $0 { return true }
                return false
            }
        case .max, .min: return values.allSatisfy { $0?.number != nil }
        default: return true
        }
    }
}
