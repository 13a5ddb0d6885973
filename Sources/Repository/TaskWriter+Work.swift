import RedoJSON
import RedoModel
import RedoSystem

extension Organisation.WorkInterval {
    /// The fields of a node about an interval.
    ///
    /// - Parameter moment: its start or end; nil for the wall time of the node.
    package static func fields(_ id: UUIDValue, at moment: Instant?) -> [JSONMember] {
        let name = JSONString("\(OwnedKind.work.idName)")
        return [JSONMember(name, .string(JSONString(id.text)))]
            + (moment.map { [JSONMember("at", .string(JSONString($0.wallText)))] } ?? [])
    }
}

extension Repository {
    /// Ends the running work of this user on tasks that new nodes complete or archive.
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
            for interval in organisation.running
            where interval.author == user && closed.contains(interval.task) {
                work.start(interval.id, of: interval.task, at: interval.start.instant)
            }
        } else if !writer.nodes.contains(where: isStart) {
            return
        }
        for node in writer.nodes { work.apply(node) }
        for stop in work.stops where writer.mayFollow(stop.task) {
            let moment = max(min(stop.moment, writer.now), stop.start ?? .earliest)
            try writer.add(
                familyNode: .stopWork, of: stop.task,
                Organisation.WorkInterval.fields(stop.id, at: moment))
        }
        if !work.stops.isEmpty {
            writer.notes.append("stopped measuring time, of \(counted(work.stops.count, "task"))")
        }
    }
}

extension TaskWriter {
    /// Whether a node can follow the task: it is not deleted.
    fileprivate mutating func mayFollow(_ task: TaskID) -> Bool { !currentEnds(of: task).isEmpty }
}

/// The running intervals of one user, while new nodes start and end some.
private struct RunningWork {
    /// An interval that a node ends without saying so.
    struct Stop {
        let id: UUIDValue
        let task: TaskID
        let start: Instant?
        let moment: Instant
    }

    private var running: [TaskID: [(id: UUIDValue, start: Instant?)]] = [:]
    private(set) var stops: [Stop] = []

    mutating func start(_ id: UUIDValue, of task: TaskID, at moment: Instant?) {
        running[task, default: []].append((id, moment))
    }

    /// Starts or ends what a node of the user does.
    mutating func apply(_ node: Node) {
        guard let task = node.taskID else { return }
        if node.action == .startWork {
            guard let id = node.workID else { return }
            start(id, of: task, at: node.workMoment ?? node.timestamp.wall)
        } else if node.action == .stopWork {
            let id = node.workID
            running[task]?.removeAll { $0.id == id }
        } else if let moment = node.closing {
            for interval in running.removeValue(forKey: task) ?? [] {
                stops.append(
                    Stop(id: interval.id, task: task, start: interval.start, moment: moment))
            }
        }
    }
}

extension Node {
    /// When its task was completed or archived by it; nil for any other node, and one that only settles a to-do.
    fileprivate var closing: Instant? {
        switch payload {
        case .completeTodo(let completion):
            completion.isSuperseded ? nil : completion.completed.instant ?? timestamp.wall
        case .complete(let time): time?.instant ?? timestamp.wall
        case .archive: timestamp.wall
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
