import RedoCrypto

/// Names of tasks in files without ids: a digest of what rarely changes, and a number among equal ones.
package struct ForeignDigests {
    private var counts: [String: Int] = [:]

    package init() {}

    /// A name for a task; the next call for an equal one gives another.
    package mutating func uid(of task: ForeignTask) -> String {
        let text = "\(task.title)\0\(task.project ?? "")\0\(task.created?.wallText ?? "")"
        let digest = SHA256.digest(Array(text.utf8).span).hexadecimal.prefix(32)
        let count = counts[String(digest), default: 0] + 1
        counts[String(digest)] = count
        return "sha256-\(digest)-\(count)"
    }

    /// The tasks of a file with a uid each, by which they also name one another.
    package mutating func named(_ tasks: [ForeignTask]) -> [ForeignTask] {
        var uids: [String: String] = [:]
        var named = tasks
        for index in tasks.indices where tasks[index].uid == nil {
            let uid = uid(of: tasks[index])
            uids[tasks[index].localName] = uid
            named[index].uid = uid
        }
        if uids.isEmpty { return tasks }
        for index in named.indices {
            named[index].dependsOn = named[index].dependsOn.map { uids[$0] ?? $0 }
            named[index].parent = named[index].parent.map { uids[$0] ?? $0 }
        }
        return named
    }
}
