import RedoJSON
import RedoModel

extension ForeignTask {
    /// The task in the neutral form.
    ///
    /// - Parameter excluded: members that are left out.
    package func json(without excluded: Set<ForeignMember> = []) -> JSONValue {
        .object(
            ForeignMember.allCases.compactMap { member in
                if excluded.contains(member) { return nil }
                return member.value(of: self).map { JSONMember(JSONString(member.rawValue), $0) }
            })
    }

    /// Reads the members of an object in the neutral form. Unknown members, and values that a member cannot have, are
    /// kept as custom fields, and named.
    package mutating func apply(_ object: JSONElement, _ settings: InterchangeSettings) {
        var others: [KeptField] = []
        for member in object.members {
            let name = member.name.description
            let value = member.value.exactValue
            if let known = ForeignMember(rawValue: name) {
                known.setOrKeepAside(&self, to: value, settings)
            } else {
                let reason = "'\(name.prefix(60))' is not a member of a task"
                others.append(KeptField(name, value, reason))
            }
        }
        addFields(others)
        if recurrence?.rule.isEmpty == true { recurrence = nil }
    }
}

extension ForeignTask {
    /// Reads a task in the neutral form that this suite wrote. Invalid members are left out.
    package init(_ json: JSONValue, _ settings: InterchangeSettings) {
        self.init()
        guard case .object(let members) = json else { return }
        for member in members {
            try? ForeignMember(rawValue: member.name.description)?
                .set(&self, to: member.value, settings)
        }
    }
}

/// The neutral form: a JSON object a line.
enum NeutralLines {
    static func read(_ bytes: [UInt8], _ settings: InterchangeSettings) -> ForeignTasks {
        var result = ForeignTasks()
        var number = 0
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
            result.add(line: number) { () throws(ForeignMistake) in
                try task(Array(line), settings)
            }
        }
        return result
    }

    static func task(
        _ line: [UInt8], _ settings: InterchangeSettings
    ) throws(ForeignMistake) -> ForeignTask {
        var task = ForeignTask()
        task.apply(try JSONText.object(line), settings)
        return task
    }

    static func write(_ tasks: [ForeignTask]) -> [UInt8] {
        var bytes: [UInt8] = []
        for task in tasks {
            CanonicalJSON.append(task.json(), to: &bytes)
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }
}

/// Objects of JSON in files of other programs.
enum JSONText {
    /// - Throws: ``ForeignMistake`` with a column unless it is an object of I-JSON.
    static func object(_ text: [UInt8]) throws(ForeignMistake) -> JSONElement {
        let root: JSONElement
        do throws(JSONError) {
            root = try JSONDocument(text).root
        } catch {
            let before = String(decoding: text.prefix(error.offset), as: UTF8.self)
            let column =
                (before.split(separator: "\n", omittingEmptySubsequences: false).last ?? "")
            throw ForeignMistake(
                "not I-JSON: \(error.reason.rawValue)", column: column.count + 1)
        }
        guard root.kind == .object else { throw ForeignMistake("not a JSON object") }
        return root
    }
}
