import RedoJSON

extension MergeDecision {
    /// The members of the payload with these rules; defaults are left out.
    package var members: [JSONMember] {
        var members = [JSONMember("base", .string(JSONString(base.description)))]
        if rules.policy != MergeRules.Policy() {
            members.append(JSONMember("policy", rules.policy.json))
        }
        var resolutions: [JSONMember] = []
        if !rules.task.isEmpty {
            resolutions.append(JSONMember("task", .array(rules.task.map(\.json))))
        }
        if !rules.todos.isEmpty {
            resolutions.append(JSONMember("todos", .array(rules.todos.map(\.json))))
        }
        if !resolutions.isEmpty { members.append(JSONMember("resolutions", .object(resolutions))) }
        return members
    }
}

extension MergeRules.Policy {
    fileprivate var json: JSONValue {
        .object([
            JSONMember("defaultStrategy", .string(JSONString(defaultStrategy.rawValue))),
            JSONMember("arrayStrategy", .string(JSONString(arrayStrategy.rawValue))),
            JSONMember(
                "lwwTiebreakers",
                .array(tiebreakers.map { .string(JSONString($0.rawValue)) })),
        ])
    }
}

extension MergeRules.Resolution {
    fileprivate var json: JSONValue {
        var members = [
            JSONMember("path", .string(path)),
            JSONMember("strategy", .string(JSONString(strategy.rawValue))),
        ]
        if let chosenParent {
            members.append(
                JSONMember("chosenParent", .string(JSONString(chosenParent.description))))
        }
        if let value { members.append(JSONMember("value", value)) }
        return .object(members)
    }
}

extension MergeRules.TodoResolutions {
    fileprivate var json: JSONValue {
        .object([
            JSONMember("todoTaskId", .string(JSONString(todo.description))),
            JSONMember("fields", .array(entries.map(\.json))),
        ])
    }
}
