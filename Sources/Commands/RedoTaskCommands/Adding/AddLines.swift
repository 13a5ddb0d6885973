import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// The tasks of standard input, as `redo add -` reads them: a title or a JSON object each line. A line that is further
/// in than the one above it is a part of it.
struct AddLines: TaskObjectTerms {
    private let now: Instant
    let fields: TaskFieldCatalog
    private let names: NamesOnDemand
    /// Reads a title with words that set fields; nil if lines are titles as they are.
    private let wordReader: WordReader?

    /// A line whose words were read.
    typealias ReadLine = (task: NewTask, title: String, recurrence: RecurrenceOptions)
    typealias WordReader = (String) throws(RedoError) -> ReadLine

    init(_ repository: Repository, now: Instant, readingWords wordReader: WordReader?) {
        self.now = now
        self.wordReader = wordReader
        names = NamesOnDemand(repository)
        fields = repository.store.configuration.taskFields
    }

    /// A task of a line, with the id that it will have.
    struct Line {
        let task: NewTask
        let id: (id: UUIDValue, certificate: [JSONMember])
    }

    /// A line that following lines can be parts of.
    private struct Whole {
        let column: Int
        let id: TaskID
    }

    /// The tasks.
    ///
    /// - Parameters:
    ///   - common: what the options give each of them.
    ///   - newID: draws the id of a task.
    ///   - options: those that say more of the recurrence.
    /// - Throws: the first mistake, with its line and column.
    func tasks(
        _ common: NewTask, _ dialect: Dialect, _ options: RecurrenceOptions,
        _ context: borrowing CommandContext,
        newID: () -> (id: UUIDValue, certificate: [JSONMember])
    ) throws(RedoError) -> [Line] {
        var tasks: [Line] = []
        var wholes: [Whole] = []
        var lines = context.inputLines(maximumLineByteCount: 1 << 20)
        var number = 0
        while let line = try lines.next() {
            number += 1
            let location = "standard input, line \(number)"
            guard case .bytes(let bytes) = line else {
                throw RedoError.usage("too long for a task").at(location)
            }
            do throws(TaskObject.Mistake) {
                let column = Self.indentation(bytes)
                let outer = wholes.prefix { $0.column < column }
                guard
                    let (read, recurrence) = try task(bytes, common, partOf: outer.last?.id)
                else { continue }
                var task = read
                do throws(RedoError) {
                    if !outer.isEmpty { try FieldOptions.check(.parent, dialect) }
                    try task.resolve(
                        by: "'every'", dialect, options: recurrence ?? options, context)
                } catch {
                    throw TaskObject.Mistake(offset: 0, error: error)
                }
                let id = newID()
                tasks.append(Line(task: task, id: id))
                wholes = outer + [Whole(column: column, id: TaskID(id.id))]
            } catch {
                let column = lineAndColumn(of: error.offset, in: bytes).column
                throw error.error.at("\(location), column \(column)")
            }
        }
        return tasks
    }

    /// The column at which the text of a line begins; a tab advances to the next multiple of four.
    private static func indentation(_ line: [UInt8]) -> Int {
        var column = 0
        for byte in line {
            switch byte {
            case UInt8(ascii: " "): column += 1
            case UInt8(ascii: "\t"): column = (column / 4 + 1) * 4
            default: return column
            }
        }
        return column
    }

    /// - Parameter whole: what the task is a part of, unless its line says something else.
    /// - Returns: the task, and what words say of its recurrence; nil for a blank line.
    private func task(
        _ line: [UInt8], _ common: NewTask, partOf whole: TaskID?
    ) throws(TaskObject.Mistake) -> (NewTask, RecurrenceOptions?)? {
        guard let text = String(validating: line, as: UTF8.self) else {
            throw TaskObject.Mistake(offset: 0, error: .usage("not UTF-8"))
        }
        let trimmed = TaskForm.trimmed(line[...])
        if isBlank(text) { return nil }
        var task = common
        task.set(partOf: whole)
        guard trimmed.first == UInt8(ascii: "{") else {
            var title = String(decoding: trimmed, as: UTF8.self)
            var recurrence: RecurrenceOptions?
            if let wordReader {
                do throws(RedoError) {
                    let line = try wordReader(title)
                    let shared = common.fields.first { $0.name == TaskField.parent.name }
                    (task, title, recurrence) = (line.task, line.title, line.recurrence)
                    let own = task.fields.first { $0.name == TaskField.parent.name }
                    if own?.value == shared?.value { task.set(partOf: whole) }
                } catch {
                    throw TaskObject.Mistake(offset: 0, error: error)
                }
            }
            task.set(JSONMember("title", .string(JSONString(title))))
            return (task, recurrence)
        }
        let root: JSONElement
        do throws(JSONError) {
            root = try JSONDocument(line).root
        } catch {
            throw TaskObject.Mistake(
                offset: error.offset, error: .usage("not I-JSON: \(error.reason.rawValue)"))
        }
        try TaskObject.apply(root, to: &task, self)
        guard !task.title.isEmpty else {
            throw TaskObject.Mistake(
                offset: root.offset, error: .usage("the object lacks 'title'"))
        }
        return (task, nil)
    }

    // MARK: Terms

    func text(_ text: String) -> String { text }

    func moment(_ text: String) throws(RedoError) -> Instant? {
        try DueDate.instantOrNone(text, now: now)
    }

    func category(_ name: String) throws(RedoError) -> UUIDValue {
        try names.categories().category(named: name).id
    }

    func task(_ name: String) throws(RedoError) -> TaskID { try names.tasks().id(named: name) }
}

extension NewTask {
    /// - Parameter whole: nil if nothing is said.
    fileprivate mutating func set(partOf whole: TaskID?) {
        if let whole { set(JSONMember(TaskField.parent.name, ParentChange.json(whole))) }
    }
}

/// The names of a store, which are looked up when the first of a kind is asked for.
final class NamesOnDemand {
    private let repository: Repository
    private var knownCategories: CategoryNames?
    private var knownTasks: TaskNames?

    init(_ repository: Repository) { self.repository = repository }

    func categories() throws(RedoError) -> CategoryNames {
        if let knownCategories { return knownCategories }
        let names = CategoryNames(try repository.family(Organisation.self))
        knownCategories = names
        return names
    }

    func tasks() throws(RedoError) -> TaskNames {
        if let knownTasks { return knownTasks }
        let names = try TaskNames(repository)
        knownTasks = names
        return names
    }
}
