import Foundation
import RedoJSON
import TestSupport
import Testing

/// What `redo list --json` prints keeps to docs/list.schema.json.
@Suite struct ListSchemaTests {
    private static func schema() throws -> Schema {
        let data = try Data(
            contentsOf: Fixtures.package.appending(path: "docs/list.schema.json"))
        return Schema(root: try JSONDocument(Array(data)).root.value)
    }

    @Test func tasksOfAllStatesKeepToIt() throws {
        let store = try TaskStore()
        try store.add("milk", "--due", "tomorrow", "--points", "3", "-t", "shop")
        try store.add("tax", "--depends-on", "milk", "--project", "work", "--wait", "+3d")
        try store.add("half", "--parent", "tax")
        try store.add("idea", "--draft", "--project", "home")
        try store.add("late", "--due", "2025-11-01")
        try store.add("read")
        try #require(store.run("done", ["read"]).status == 0)
        try store.commit("ARCHIVE", "--task", try store.add("old"))
        let gone = try store.add("gone")
        try store.commit("UPDATE", "--task", gone, "-f", "trashedAt=2025-11-16T11:00:00Z")
        try store.commit("UPDATE", "--task", gone, "-f", "project:=7")
        try store.commit(
            "CLAIM", "--task", gone, "-f", "claimId=11111111-2222-4333-8444-555555555555", "-f",
            "until=2025-11-16T18:00:00.000Z")
        let tasks = try TaskStore.objects(store.run("list", ["status:any", "--json"]))
        #expect(tasks.count { $0["claim"] != nil } == 1)
        #expect(tasks.compactMap { $0["parts"] } == [["done": 0, "total": 1]])
        #expect(
            Set(tasks.compactMap { $0["state"]?.text })
                == ["open", "waiting", "draft", "done", "archived", "trash"])
        let schema = try Self.schema()
        for task in tasks { #expect(schema.mistakes(in: task) == [], "\(task)") }
    }

    @Test func itRefusesWhatItDoesNotSay() throws {
        let schema = try Self.schema()
        let store = try TaskStore()
        try store.add("milk")
        let task = try #require(TaskStore.objects(store.run("list", ["--json"])).first)
        guard case .object(let members) = task else { return }
        for (name, value) in [
            ("blocked", "no"), ("state", "odd"), ("rank", -1), ("urgency", ["formula": "x"]),
            ("todo", ["guid": 1]),
        ] as [(JSONString, JSONValue)] {
            let changed = members.map { $0.name == name ? JSONMember(name, value) : $0 }
            #expect(!schema.mistakes(in: .object(changed)).isEmpty, "\(name)")
            #expect(!schema.mistakes(in: .object(members.filter { $0.name != name })).isEmpty)
        }
    }
}

/// The part of JSON Schema that the file uses.
struct Schema {
    let root: JSONValue

    func mistakes(in value: JSONValue) -> [String] { mistakes(in: value, root, "$") }

    private func mistakes(in value: JSONValue, _ schema: JSONValue, _ path: String) -> [String] {
        var mistakes: [String] = []
        if let name = schema["$ref"]?.text?.components(separatedBy: "/").last,
            case .object(let definitions)? = root["$defs"],
            let definition = definitions.first(where: { $0.name.description == name })
        {
            mistakes += self.mistakes(in: value, definition.value, path)
        }
        if let type = schema["type"] {
            let types = type.string.map { [.string($0)] } ?? type.elements
            if !types.contains(where: { Self.isOf($0.text ?? "", value) }) {
                mistakes.append("\(path) is no \(types)")
            }
        }
        if let values = schema["enum"], !values.elements.contains(value) {
            mistakes.append("\(path) is not in \(values)")
        }
        if let least = schema["minimum"]?.number, let number = value.number, number < least {
            mistakes.append("\(path) is below \(least)")
        }
        if let most = schema["maximum"]?.number, let number = value.number, number > most {
            mistakes.append("\(path) is above \(most)")
        }
        if let schemas = schema["anyOf"]?.elements,
            schemas.allSatisfy({ !self.mistakes(in: value, $0, path).isEmpty })
        {
            mistakes.append("\(path) is none of them")
        }
        if let items = schema["items"] {
            mistakes += value.elements.flatMap { self.mistakes(in: $0, items, "\(path)[]") }
        }
        return mistakes + self.mistakes(ofMembersIn: value, schema, path)
    }

    private func mistakes(
        ofMembersIn value: JSONValue, _ schema: JSONValue, _ path: String
    ) -> [String] {
        guard case .object(let members) = value else { return [] }
        var mistakes: [String] = []
        for name in schema["required"]?.elements ?? [] where !value.names.contains(name.text ?? "")
        {
            mistakes.append("\(path) has no \(name)")
        }
        guard case .object(let properties) = schema["properties"] ?? .object([]) else { return [] }
        for member in members {
            if let property = properties.first(where: { $0.name == member.name }) {
                mistakes += self.mistakes(
                    in: member.value, property.value, "\(path).\(member.name)")
            } else if let others = schema["additionalProperties"] {
                mistakes +=
                    others == false
                    ? ["\(path) has \(member.name)"]
                    : self.mistakes(in: member.value, others, "\(path).\(member.name)")
            }
        }
        return mistakes
    }

    private static func isOf(_ type: String, _ value: JSONValue) -> Bool {
        switch (type, value) {
        case ("string", .string), ("number", .number), ("boolean", .bool), ("null", .null),
            ("array", .array), ("object", .object):
            true
        case ("integer", .number): value.integer != nil
        default: false
        }
    }
}
