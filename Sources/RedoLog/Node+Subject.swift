import RedoJSON

extension Node {
    /// What the node does, in one line for people: `CREATE: Buy milk`. A function of the node alone.
    package var subjectLine: String {
        let detail: String
        switch payload {
        case .create(let fields): detail = fields["title"]?.string?.printable ?? ""
        case .update(let fields), .merge(.values(let fields)):
            detail = fields.members.map(\.name.printable).joined(separator: ", ")
        case .createTodo(let todo):
            detail = todo.deadline.map { "due \($0.printable)" } ?? "no deadline"
        case .completeTodo(let completion): detail = completion.completed.printable
        case .complete(let time): detail = time?.printable ?? timestamp.wall.wallText
        case .snooze(.extend(_, let days)): detail = "by \(days) \(days == 1 ? "day" : "days")"
        case .snooze(.move(_, let deadline)): detail = "until \(deadline.printable)"
        case .snooze(.task(let time)): detail = "until \(time.printable)"
        case .delete(let chain):
            detail = chain.map { "\($0.count) \($0.count == 1 ? "node" : "nodes")" } ?? ""
        case .merge(.decision): detail = "\(parents.count) heads"
        case .archive, .unarchive, .unknown: detail = ""
        }
        return detail.isEmpty ? "\(action)" : "\(action): \(detail)"
    }
}

extension JSONString {
    /// The text in one line that is safe to show: what could move a terminal's cursor, change its
    /// settings or the direction of writing is replaced by U+FFFD, white space by a space.
    package var printable: String { String(decoding: utf8, as: UTF8.self).printable }
}

extension String {
    /// See ``JSONString/printable``.
    package var printable: String {
        // Most text is plain.
        if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
        var text = ""
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0x09, 0x0A, 0x0D, 0x0B, 0x0C, 0x85, 0x2028, 0x2029: text.append(" ")
            case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069, 0x200E, 0x200F:
                text.append("\u{FFFD}")
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
