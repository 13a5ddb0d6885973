import RedoCalendar
import RedoCommandLine
import RedoInterchange
import RedoJSON
import RedoSystem

/// The answer of `redo calendar --todos` to a calendar: a line for each task, mistake and remark.
///
/// ```
/// {"line":4,"title":"Milk","uid":"…"}       a task in the neutral form
/// {"line":9,"mistake":"DUE is not …"}       an invalid entry; with "isWhole" the whole text
/// {"remark":"2 VEVENTs left out: …"}        what is not a task
/// {"fileRemark":"METHOD left out: …"}       what is about the calendar
///                                           the end
/// ```
package enum CalendarTodoLines {
    /// The lines of what a reading found, with their ends.
    package static func bytes(_ found: ForeignTasks) -> [UInt8] {
        var bytes: [UInt8] = []
        func add(_ value: JSONValue) {
            CanonicalJSON.append(value, to: &bytes)
            bytes.append(UInt8(ascii: "\n"))
        }
        for task in found.tasks { add(task.json()) }
        for mistake in found.mistakes { add(json(mistake, isWhole: false)) }
        for remark in found.remarks { add(["remark": .text(remark)]) }
        for remark in found.fileRemarks { add(["fileRemark": .text(remark)]) }
        return bytes
    }

    package static func bytes(_ mistake: ForeignMistake) -> [UInt8] {
        CanonicalJSON.bytes(json(mistake, isWhole: true)) + [UInt8(ascii: "\n")]
    }

    private static func json(_ mistake: ForeignMistake, isWhole: Bool) -> JSONValue {
        var members = [JSONMember("mistake", .text(mistake.reason))]
        if let line = mistake.line { members.append(JSONMember("line", .number(Double(line)))) }
        if isWhole { members.append(JSONMember("isWhole", true)) }
        return .object(members)
    }

    /// The contents of some lines.
    ///
    /// - Throws: ``ForeignMistake`` for a text that is not a calendar.
    package static func read(
        _ lines: [ArraySlice<UInt8>], _ settings: InterchangeSettings
    ) throws(ForeignMistake) -> ForeignTasks {
        var found = ForeignTasks()
        for line in lines {
            guard let root = (try? JSONDocument(Array(line)))?.root else {
                throw ForeignMistake("redo-calendar did not answer")
            }
            if let reason = root["mistake"]?.string {
                let mistake = ForeignMistake(reason.description, line: root["line"]?.integer)
                if root["isWhole"]?.bool == true { throw mistake }
                found.mistakes.append(mistake)
            } else if let remark = root["remark"]?.string {
                found.remarks.append(remark.description)
            } else if let remark = root["fileRemark"]?.string {
                found.fileRemarks.append(remark.description)
            } else {
                var task = ForeignTask()
                task.apply(root, settings)
                found.tasks.append(task)
            }
        }
        return found
    }
}
