import RedoJSON
import RedoModel
import RedoSystem

extension Organisation.WorkInterval {
    /// The fields of a node about an interval.
    ///
    /// - Parameter moment: its start or end; nil for the wall time of the node.
    package static func fields(_ id: UUIDValue, at moment: Instant?) -> [JSONMember] {
        [OwnedThing(kind: .work, id: id).member]
            + (moment.map { [JSONMember("at", .string(JSONString($0.wallText)))] } ?? [])
    }
}

extension Repository {
    /// Ends the running work of this user on tasks that new nodes complete, archive or move into the trash. The work of
    /// others is named: only its principal ends it.
    ///
    /// A completion ends it at its own time. Nothing follows a tombstone, and an undo writes only what takes something
    /// back.
    ///
    /// - Complexity: O(m) for m new nodes, and that of ``family(_:_:about:)`` if work was started on such a task.
    func stopClosedWork(_ writer: inout TaskWriter) throws(RedoError) {
        guard writer.operationKind == .change else { return }
        let closed = Set(writer.nodes.lazy.filter { $0.closing != nil }.compactMap(\.taskID))
        if closed.isEmpty { return }
        func isStart(_ node: Node) -> Bool {
            node.action == .startWork && node.taskID.map(closed.contains) == true
        }
        var work = RunningWork()
        if writer.log.nodes.contains(where: isStart) {
            let organisation = try family(Organisation.self, about: .none)
            let user = organisation.principal(of: writer.identity.author)
            for interval in organisation.running where closed.contains(interval.task) {
                if interval.author == user {
                    work.start(RunningInterval(interval))
                } else {
                    try noteWork(of: interval, &writer)
                }
            }
        } else if !writer.nodes.contains(where: isStart) {
            return
        }
        for node in writer.nodes { work.apply(node) }
        for (interval, moment) in work.stops where writer.mayFollow(interval.task) {
            try writer.end(
                interval, at: max(min(moment, writer.now), interval.start ?? .earliest))
        }
        if !work.stops.isEmpty {
            writer.notes.append("stopped measuring time, of \(counted(work.stops.count, "task"))")
        }
    }
}

extension Repository {
    /// Reports that someone else still works on a task that is closed.
    private func noteWork(
        of interval: Organisation.WorkInterval, _ writer: inout TaskWriter
    ) throws(RedoError) {
        guard let title = writer.log.replay.task(interval.task)?.title.printable else { return }
        let name = try authors(about: .none).shortName(of: interval.user)
        writer.notes.append("\(name) still measures time of \(title), which only \(name) can stop")
    }
}

/// An interval of work that has not ended, as its author ends it.
package struct RunningInterval: Sendable {
    let id: UUIDValue
    package let task: TaskID
    /// Nil for a text that is not a time.
    package let start: Instant?
    /// The start that START_WORK gave.
    fileprivate let firstStart: Instant?

    package init(_ interval: Organisation.WorkInterval) {
        (id, task) = (interval.id, interval.task)
        (start, firstStart) = (interval.start.instant, interval.firstStart.instant)
    }

    /// An interval that a new node starts.
    package init(_ id: UUIDValue, of task: TaskID, since start: Instant) {
        (self.id, self.task) = (id, task)
        (self.start, firstStart) = (start, start)
    }
}

extension TaskWriter {
    /// Whether a node can follow the task: it is not deleted.
    fileprivate mutating func mayFollow(_ task: TaskID) -> Bool { !currentEnds(of: task).isEmpty }

    /// Ends an interval: by STOP_WORK, or by EDIT_WORK before the start that START_WORK gave, where STOP_WORK is void.
    ///
    /// - Parameter moment: nil for now.
    package mutating func end(
        _ interval: RunningInterval, at moment: Instant?
    ) throws(RedoError) {
        let end = moment ?? now
        if let start = interval.firstStart, end < start {
            let time = JSONMember("end", .string(JSONString(end.wallText)))
            try add(
                familyNode: .editWork, of: interval.task,
                Organisation.WorkInterval.fields(interval.id, at: nil) + [time])
        } else {
            try add(
                familyNode: .stopWork, of: interval.task,
                Organisation.WorkInterval.fields(interval.id, at: moment))
        }
    }
}

/// The running intervals of one user, while new nodes start and end some.
private struct RunningWork {
    private var running: [TaskID: [RunningInterval]] = [:]
    /// The intervals that nodes end without saying so, and when.
    private(set) var stops: [(interval: RunningInterval, moment: Instant)] = []

    mutating func start(_ interval: RunningInterval) {
        running[interval.task, default: []].append(interval)
    }

    /// Starts or ends what a node of the user does.
    mutating func apply(_ node: Node) {
        guard let task = node.taskID else { return }
        if node.action == .startWork {
            guard let id = node.workID else { return }
            start(
                RunningInterval(id, of: task, since: node.workMoment ?? node.timestamp.wall))
        } else if node.action == .stopWork || node.action == .editWork {
            let id = node.workID
            running[task]?.removeAll { $0.id == id }
        } else if let moment = node.closing {
            stops += (running.removeValue(forKey: task) ?? []).map { ($0, moment) }
        }
    }
}

extension Node {
    /// When its task was completed, archived or moved into the trash by it; nil for any other node, and one that only settles a to-do.
    fileprivate var closing: Instant? {
        switch payload {
        case .completeTodo(let completion):
            completion.isSuperseded ? nil : completion.completed.instant ?? timestamp.wall
        case .complete(let time): time?.instant ?? timestamp.wall
        case .archive: timestamp.wall
        case .update(let fields): fields["trashedAt"]?.string?.instant
        default: nil
        }
    }

    /// The interval of work that it names.
    fileprivate var workID: UUIDValue? {
        fields?["workId"]?.withCharacters { UUIDValue(text: $0) } ?? nil
    }

    /// The start or end that it gives.
    fileprivate var workMoment: Instant? {
        fields?["at"]?.string?.instant
    }
}
