import RedoModel
import RedoStore

/// The nodes of a log, and what follows from them. It reads the columns of indexes and the content of nodes on
/// demand, or, if a node is damaged or not connected, all sound nodes (``isRead``). Callers need not know which.
///
/// The shape of the log, and the verdicts of stage 3 on its nodes, are computed on first use, and once. An answer is
/// nil if a node has to be read for it and is unreadable; a log whose nodes were all read has every answer.
///
/// ```swift
/// let users = try repository.answer { (log, _) throws(RedoError) in log.stored.authors }
/// ```
package final class LogSource {
    package let stored: StoredLog
    private var cachedIndex: LogIndex??
    private var cachedFacts: LogFacts??
    /// By the set of ignored persons.
    private var cachedPeople: [Set<NodeID>: People?] = [:]
    private var cachedAuthorities: [Set<NodeID>: Authority?] = [:]
    private var validations: [LogRule: HistoryValidation] = [:]
    /// The tasks by the rule of lists, once they were computed.
    var knownTasks: CachedTasks?

    package init(_ stored: StoredLog) { self.stored = stored }

    /// Whether all nodes were read and checked.
    package var isRead: Bool { stored.isRead }

    /// The log without its loose nodes.
    var packed: LogSource {
        stored.copyCount == stored.packedCount ? self : LogSource(stored.packed)
    }

    /// The log with further nodes in it.
    package func adding(_ nodes: [Node]) -> LogSource { LogSource(stored.adding(nodes)) }

    /// The nodes in replay order; nil if a parent is missing.
    package var index: LogIndex? {
        if let cachedIndex { return cachedIndex }
        let index = stored.logIndex()
        cachedIndex = .some(index)
        return index
    }

    /// The nodes in replay order if the content of each is readable; nil if one is not. O(n).
    package var readableIndex: LogIndex? {
        index.flatMap { $0.canRead(Array(0..<$0.count)) ? $0 : nil }
    }

    /// The data that stage 3 needs of all nodes; nil if one has to be read for it and is unreadable.
    private var facts: LogFacts? {
        if let cachedFacts { return cachedFacts }
        let facts = index?.facts()
        cachedFacts = .some(facts)
        return facts
    }

    /// The shape of the log; nil if a node has to be read for it and is unreadable.
    package var graph: LogGraph? { facts?.graph }

    /// The persons; nil if a node has to be read for them and is unreadable.
    ///
    /// - Complexity: constant for a packed log without persons; O(n) for n nodes otherwise, by columns.
    package func people(_ rule: LogRule) -> People? {
        if let known = cachedPeople[rule.ignoredPersons] { return known }
        var people: People?
        if !stored.mayHave(People.has) {
            people = People.none
        } else if let facts, let index {
            people = People(facts, ignoring: rule.ignoredPersons, reading: index)
        }
        cachedPeople[rule.ignoredPersons] = .some(people)
        return people
    }

    /// The permissions; nil if a node has to be read for them and is unreadable.
    package func authority(_ rule: LogRule) -> Authority? {
        if let known = cachedAuthorities[rule.ignoredPersons] { return known }
        var authority: Authority?
        if let facts, let index, let people = people(rule) {
            authority = Authority(facts, people, reading: index)
        }
        cachedAuthorities[rule.ignoredPersons] = .some(authority)
        return authority
    }

    /// The verdicts of stage 3 on the nodes that have an effect; nil if one has to be read for it and is unreadable.
    package func validation(_ rule: LogRule) -> HistoryValidation? {
        if let known = validations[rule] { return known }
        guard let index, let facts,
            let authority = rule.leavesOutVoid ? authority(rule) : Authority.none
        else { return nil }
        if authority.voids.isEmpty, rule.leavesOutVoid {
            return validation(LogRule(leavesOutVoid: false, ignoring: rule.ignored))
        }
        let isIgnored = rule.ignored.isEmpty ? [] : index.isAuthored(by: rule.ignored)
        let view = EffectiveView(
            facts, authority, ignoring: isIgnored.isEmpty ? nil : { isIgnored[$0] })
        validations[rule] = view.validation
        return view.validation
    }

    /// The void nodes; nil if one has to be read for it and is unreadable.
    package func voids(_ rule: LogRule) -> VoidNodes? {
        guard let authority = authority(rule), let facts else { return nil }
        return VoidNodes(authority, facts)
    }

    /// The void nodes with those of rooms; nil if a node has to be read for them and is unreadable.
    package func voidsWithRooms(_ rule: LogRule) -> VoidNodes? {
        voids(rule).map { addingRooms(to: $0, rule) }
    }

    /// Adds the void nodes of rooms to other void nodes.
    ///
    /// - Complexity: constant for a packed log without rooms.
    package func addingRooms(to voids: VoidNodes, _ rule: LogRule) -> VoidNodes {
        guard stored.mayHave(Rooms.has), let facts, let log = log(of: Rooms.self, rule) else {
            return voids
        }
        return voids.adding(Rooms(log), of: facts)
    }

    /// What is needed to judge tasks by their own nodes; nil if a node has to be read for it and is unreadable.
    package func exclusion(_ rule: LogRule) -> Exclusion? {
        guard rule.leavesOutVoid, stored.mayHave(People.has) else { return Exclusion(rule) }
        guard let people = people(rule), let facts else { return nil }
        return Exclusion(rule, PeopleOfLog(people, facts))
    }

    /// The nodes of some tasks, replayed as in the whole log; nil if they are not sufficient for that, or one is
    /// unreadable.
    ///
    /// - Complexity: O(n) for n nodes whose columns are read, and the nodes of the tasks are read in full.
    package func replay(of tasks: Set<TaskID>, _ rule: LogRule) -> Replay? {
        guard let exclusion = exclusion(rule), let nodes = stored.nodes(of: tasks) else {
            return nil
        }
        return Replay(nodes, exclusion)
    }

    /// The log as the reducer of a family reads it; nil if a node has to be read and is unreadable.
    ///
    /// - Complexity: constant for a packed log without a node of the family; O(n) for n nodes otherwise, and
    ///   the nodes of the family, of people and sharing, and the CREATEs and DELETEs of their tasks are read.
    package func log<Reducer: FamilyReducer>(
        of family: Reducer.Type, _ rule: LogRule
    ) -> FamilyLog? {
        guard stored.mayHave(Reducer.has) else { return .empty }
        guard let index, let facts, let authority = authority(rule),
            let validation = validation(rule)
        else {
            return nil
        }
        return FamilyLog(
            of: family, facts, EffectiveView(authority: authority, validation: validation),
            reading: index)
    }

    /// The state of all tasks, replayed; nil if a node is unreadable.
    package func replayed(_ rule: LogRule, _ progress: StoreProgress) -> CachedTasks? {
        guard let index, let validation = validation(rule) else { return nil }
        // The states take as much memory as the columns that only validation reads, so these are freed.
        stored.forgetIndexes()
        return State(validation, reading: index, progress: progress)
            .map { CachedTasks($0, validation) }
    }

    /// Whether written tasks equal those of ``replayed(_:_:)``; nil if a node is unreadable.
    func areReplayed(_ written: WrittenTasks, _ rule: LogRule) -> Bool? {
        guard let index, let validation = validation(rule) else { return nil }
        return written.areReplayed(from: validation, reading: index)
    }
}
