import RedoJSON
import RedoModel

extension DifferencePrinter {
    /// `{"task","change","title","fields","nodes"}`, of an added or removed task also who did it.
    func json(of task: TaskDifference) -> JSONValue {
        var members = [
            JSONMember("task", text("\(task.id)")),
            JSONMember("change", text(task.kind.rawValue)),
            JSONMember("title", .string(task.title)),
            JSONMember(
                "fields",
                .array(
                    task.members.filter { $0.member.isShown && states.shows($0.node) }
                        .map { json(of: $0) })),
            JSONMember(
                "nodes",
                .array(task.furtherNodes.filter { states.shows($0.number) }.map { json(of: $0) })),
        ]
        if let node = task.node { members += origin(of: node) }
        return .object(members)
    }

    /// `{"name","todo","before","after"}` with what set it; without `before` or `after` where there is no value.
    private func json(of difference: MemberDifference) -> JSONValue {
        var members = [JSONMember("name", .string(difference.member.name))]
        if let todo = difference.member.todo { members.append(JSONMember("todo", text("\(todo)"))) }
        if let before = difference.before { members.append(JSONMember("before", before)) }
        if let after = difference.after { members.append(JSONMember("after", after)) }
        if let node = difference.node { members += origin(of: node) }
        return .object(members)
    }

    /// `{"change","action"}` with the node and its author.
    func json(of node: StateDifference.SidedNode) -> JSONValue {
        .object(
            [
                JSONMember("change", text(node.isAdded ? "added" : "removed")),
                JSONMember("action", text("\(log.nodes[node.number].action)")),
            ] + origin(of: node.number))
    }

    /// The node, who wrote it, where and when.
    private func origin(of number: Int) -> [JSONMember] {
        let node = log.nodes[number]
        return [
            JSONMember("node", text("\(node.id)")),
            JSONMember("userId", text("\(node.author.userID)")),
            JSONMember("deviceId", .string(node.author.deviceID)),
            JSONMember("wall", text(node.timestamp.wall.wallText)),
        ]
    }

    private func text(_ text: String) -> JSONValue { .string(JSONString(text)) }
}
