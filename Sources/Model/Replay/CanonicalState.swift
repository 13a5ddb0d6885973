import RedoJSON

extension TaskState {
    /// Appends the task's object in the canonical state.
    ///
    /// - Parameter further: members that are written in addition, instead of fields of these names.
    package func append(to output: inout [UInt8], with further: [JSONMember] = []) {
        var object = ObjectWriter(further.isEmpty ? fields.members : members(with: further))
        object.begin("archived", in: &output)
        CanonicalJSON.append(.bool(isArchived), to: &output)
        object.begin("completedAt", in: &output)
        completedAt.append(to: &output)
        object.begin("created", in: &output)
        created.appendQuoted(to: &output)
        object.begin("guid", in: &output)
        id.value.appendQuoted(to: &output)
        object.begin("lastUpdated", in: &output)
        lastUpdated.appendQuoted(to: &output)
        object.begin("snoozedUntil", in: &output)
        snoozedUntil.append(to: &output)
        object.begin("todoTasks", in: &output)
        output.append(UInt8(ascii: "["))
        for index in todos.indices {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            todos[index].append(to: &output)
        }
        output.append(UInt8(ascii: "]"))
        object.begin("userId", in: &output)
        output.append(UInt8(ascii: "\""))
        owner.append(to: &output)
        output.append(UInt8(ascii: "\""))
        object.end(in: &output)
    }

    private func members(with further: [JSONMember]) -> [JSONMember] {
        let own = fields.members.filter { field in !further.contains { $0.name == field.name } }
        return (own + further).sorted { $0.name < $1.name }
    }

    /// The task's object in the canonical state; see ``append(to:with:)``.
    package func canonicalBytes(with further: [JSONMember] = []) -> [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes, with: further)
        return bytes
    }
}

extension TodoState {
    /// The to-do's object in the canonical state.
    package var json: JSONValue {
        func time(_ text: JSONString?) -> JSONValue { text.map { .string($0) } ?? .null }
        let wall = JSONValue.string(JSONString(created.wallText))
        return [
            "completed": time(completed), "created": wall, "deadline": time(deadline),
            "guid": .string(JSONString(id.description)),
            "id": .string(JSONString(madeBy.id.description)),
            "lamport": .number(Double(madeBy.timestamp.lamport)), "notes": .string(notes),
            "redoParentGuid": .string(JSONString(task.description)), "title": time(title),
            "wall": wall,
        ]
    }

    /// Appends the to-do's object in the canonical state.
    fileprivate func append(to output: inout [UInt8]) {
        output.append("{\"completed\":")
        completed.append(to: &output)
        output.append(",\"created\":")
        created.appendQuoted(to: &output)
        output.append(",\"deadline\":")
        deadline.append(to: &output)
        output.append(",\"guid\":")
        id.value.appendQuoted(to: &output)
        output.append(",\"id\":\"")
        madeBy.id.append(to: &output)
        output.append("\",\"lamport\":")
        CanonicalJSON.append(.number(Double(madeBy.timestamp.lamport)), to: &output)
        output.append(",\"notes\":")
        CanonicalJSON.appendString(notes.utf8.span, to: &output)
        output.append(",\"redoParentGuid\":")
        task.value.appendQuoted(to: &output)
        output.append(",\"title\":")
        title.append(to: &output)
        output.append(",\"wall\":")
        created.appendQuoted(to: &output)
        output.append(UInt8(ascii: "}"))
    }
}

/// A writer of an object whose members come in the order of their names.
private struct ObjectWriter {
    /// Members to insert between those that are written.
    private var others: ArraySlice<JSONMember>
    private var isEmpty = true

    /// - Parameter others: sorted by name.
    init(_ others: [JSONMember] = []) { self.others = others[...] }

    /// Writes the name of a member, whose value must be written next.
    ///
    /// - Parameter name: in ASCII, without anything to escape.
    mutating func begin(_ name: StaticString, in output: inout [UInt8]) {
        while let other = others.first, other.name.isBefore(name) {
            others = others.dropFirst()
            write(other, to: &output)
        }
        separate(&output)
        output.append(UInt8(ascii: "\""))
        output.append(name)
        output.append("\":")
    }

    private mutating func write(_ member: JSONMember, to output: inout [UInt8]) {
        separate(&output)
        CanonicalJSON.appendString(member.name.utf8.span, to: &output)
        output.append(UInt8(ascii: ":"))
        CanonicalJSON.append(member.value, to: &output)
    }

    private mutating func separate(_ output: inout [UInt8]) {
        output.append(isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ","))
        isEmpty = false
    }

    mutating func end(in output: inout [UInt8]) {
        for other in others { write(other, to: &output) }
        output.append(UInt8(ascii: "}"))
    }
}

extension JSONString? {
    /// Appends a string, or null.
    fileprivate func append(to output: inout [UInt8]) {
        if let self {
            CanonicalJSON.appendString(self.utf8.span, to: &output)
        } else {
            CanonicalJSON.append(.null, to: &output)
        }
    }
}

extension Instant {
    fileprivate func appendQuoted(to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        append(to: &output)
        output.append(UInt8(ascii: "\""))
    }
}

extension UUIDValue {
    fileprivate func appendQuoted(to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        append(to: &output)
        output.append(UInt8(ascii: "\""))
    }
}
