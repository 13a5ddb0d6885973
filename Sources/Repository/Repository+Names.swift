import RedoModel
import RedoStore
import RedoSystem

extension Repository {
    /// The names of nodes and tasks, and the verdicts of stage 3 on the nodes.
    ///
    /// - Parameter scope: the tasks that the answer is about: none if it is only about what the names mean.
    /// - Throws: ``RedoError`` if the log cannot be read.
    package func names(
        _ view: LogView = .effective, about scope: TaskScope = .all
    ) throws(RedoError) -> NodeNames {
        try answer(view, about: scope) { (log, rule) throws(RedoError) in
            log.validation(rule).map(names)
        }
    }

    /// Resolves names, and sets the scope of the answer to the tasks that are found. Without any the answer is about
    /// all tasks: a name without a meaning may be that of a missing node.
    ///
    /// - Parameter find: returns what was found, and the tasks that it belongs to.
    package func asking<Found>(
        _ find: () throws(RedoError) -> (found: Found, scope: TaskScope)
    ) throws(RedoError) -> Found {
        do throws(RedoError) {
            let (found, scope) = try find()
            ask(about: scope)
            return found
        } catch {
            ask(about: .all)
            throw error
        }
    }

    /// The names of the nodes and tasks of a log, by its validation and the titles of tasks.
    package func names(_ validation: HistoryValidation) -> NodeNames {
        NodeNames(validation, options.nameRule) { [self] () throws(RedoError) in
            try namedTasks()
        }
    }

    /// All tasks that a name in a query can mean.
    ///
    /// - Throws: ``RedoError`` if the log cannot be read.
    package func tasks(named name: String) throws(RedoError) -> Set<TaskID> {
        try TaskNames(taskIDs(), options.nameRule, tasks: namedTasks).all(named: name)
    }

    /// The names of the nodes and tasks of a log.
    package func names(of log: Log) -> NodeNames { log.names }

    /// The part of the log that some tasks need. The answer is about these tasks alone.
    ///
    /// - Parameters:
    ///   - names: of the tasks.
    ///   - aspect: which of several tasks with a name the command is about.
    ///   - includesDeleted: whether a name may mean a deleted task if it means no other that the command is about.
    ///   - view: which nodes have an effect.
    /// - Returns: all nodes if the tasks' own are not sufficient for stage 3, or one is damaged.
    /// - Throws: NAME_001 if a name means no task, NAME_002 if it means several.
    package func log(
        of names: [String], about aspect: TaskAspect = .any, includesDeleted: Bool = false,
        _ view: LogView = .effective
    ) throws(RedoError) -> Log {
        try log(of: names, about: aspect, includesDeleted: includesDeleted, view) {
            (_, error) throws(RedoError) in throw error
        }
    }

    /// The log of tasks by names, some of which may mean nothing. The answer is then about all tasks: a name without a
    /// meaning may be that of a missing node.
    ///
    /// - Parameter refuse: called for a name that means no task, or several; may throw the error.
    package func log(
        of names: [String], about aspect: TaskAspect = .any, includesDeleted: Bool = false,
        _ view: LogView = .effective,
        refusing refuse: (_ name: String, RedoError) throws(RedoError) -> Void
    ) throws(RedoError) -> Log {
        try answer(view, about: .none) { (log, rule) throws(RedoError) in
            let stored = log.stored
            let known = stored.taskIDs
            let none: TaskNames.Tasks = { () throws(RedoError) in [] }
            let found = try TaskNames(
                known, options.nameRule, tasks: namedTasks,
                deletedTasks: includesDeleted ? deletedTasks : none
            ).ids(named: names, about: aspect, known: known) { (name, error) throws(RedoError) in
                ask(about: .all)
                try refuse(name, error)
            }
            ask(about: .some(Set(found.values)))
            // Only the whole log includes the gaps of a damaged store.
            guard !log.isRead, let nodes = stored.nodes(of: Set(found.values)),
                let exclusion = log.exclusion(rule)
            else {
                return try wholeLog(view, about: .none).knowing(found)
            }
            let neighbours = stored.neighbours(of: nodes.map(\.id))
            return Log(
                nodes, neighbours: neighbours, exclusion, names: options.nameRule
            ).knowing(found)
        }
    }
}

extension TaskNames {
    /// The meanings of some names of tasks.
    ///
    /// - Parameter known: all tasks.
    fileprivate func ids(
        named names: [String], about aspect: TaskAspect, known: [TaskID],
        refusing refuse: (String, RedoError) throws(RedoError) -> Void
    ) throws(RedoError) -> [String: TaskID] {
        // All names at once: the tasks are traversed only once, without building a set of them.
        let asked = names.compactMap { TaskID($0) }.sorted()
        let found =
            asked.isEmpty
            ? []
            : Set(
                known.filter { id in
                    let index = asked.firstIndex(notBelow: id)
                    return index < asked.count && asked[index] == id
                })
        var tasks: [String: TaskID] = [:]
        for name in names where tasks[name] == nil {
            if let id = TaskID(name), found.contains(id) {
                tasks[name] = id
                continue
            }
            do throws(RedoError) {
                tasks[name] = try id(named: name, about: aspect)
            } catch {
                try refuse(name, error)
            }
        }
        return tasks
    }
}
