import RedoJSON
import RedoLog

extension TaskState {
    /// Appends the task's object in the canonical state.
    ///
    /// - Parameter further: members to be shown with it, instead of fields of these names.
    package func append(to output: inout [UInt8], with further: [JSONMember] = []) {
        var object = ObjectWriter(further.isEmpty ? fields.members : members(with: further))
        object.write("archived", to: &output) {
            CanonicalJSON.append(.bool(isArchived), to: &$0)
        }
        object.write("completedAt", to: &output) { completedAt.append(to: &$0) }
        object.write("created", to: &output) { created.appendQuoted(to: &$0) }
        object.write("guid", to: &output) { id.value.appendQuoted(to: &$0) }
        object.write("lastUpdated", to: &output) { lastUpdated.appendQuoted(to: &$0) }
        object.write("snoozedUntil", to: &output) { snoozedUntil.append(to: &$0) }
        object.write("todoTasks", to: &output) { output in
            output.append(UInt8(ascii: "["))
            for (place, todo) in todos.enumerated() {
                if place > 0 { output.append(UInt8(ascii: ",")) }
                todo.append(to: &output)
            }
            output.append(UInt8(ascii: "]"))
        }
        object.write("userId", to: &output) { output in
            output.append(UInt8(ascii: "\""))
            owner.append(to: &output)
            output.append(UInt8(ascii: "\""))
        }
        object.finish(to: &output)
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
    /// Appends the to-do's object in the canonical state.
    fileprivate func append(to output: inout [UInt8]) {
        var object = ObjectWriter()
        object.write("completed", to: &output) { completed.append(to: &$0) }
        object.write("created", to: &output) { created.appendQuoted(to: &$0) }
        object.write("deadline", to: &output) { deadline.append(to: &$0) }
        object.write("guid", to: &output) { id.value.appendQuoted(to: &$0) }
        object.write("id", to: &output) { output in
            output.append(UInt8(ascii: "\""))
            madeBy.id.append(to: &output)
            output.append(UInt8(ascii: "\""))
        }
        object.write("lamport", to: &output) {
            CanonicalJSON.append(.number(Double(madeBy.timestamp.lamport)), to: &$0)
        }
        object.write("notes", to: &output) {
            CanonicalJSON.appendString(notes.utf8.span, to: &$0)
        }
        object.write("redoParentGuid", to: &output) { task.value.appendQuoted(to: &$0) }
        object.write("title", to: &output) { title.append(to: &$0) }
        object.write("wall", to: &output) { created.appendQuoted(to: &$0) }
        object.finish(to: &output)
    }
}

/// Writes an object whose members come in the order of their names.
private struct ObjectWriter {
    /// Members that are put among those that are written.
    private var others: ArraySlice<JSONMember>
    private var isEmpty = true

    /// - Parameter others: sorted by name.
    init(_ others: [JSONMember] = []) { self.others = others[...] }

    /// Writes a member.
    ///
    /// - Parameter name: in ASCII, without anything to escape.
    mutating func write(
        _ name: StaticString, to output: inout [UInt8], _ value: (inout [UInt8]) -> Void
    ) {
        while let other = others.first, other.name.isBefore(name) {
            others = others.dropFirst()
            write(other, to: &output)
        }
        separate(&output)
        output.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { unsafe output.append(contentsOf: $0) }
        output.append(UInt8(ascii: "\""))
        output.append(UInt8(ascii: ":"))
        value(&output)
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

    mutating func finish(to output: inout [UInt8]) {
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
