import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// The tasks of standard input, as `redo add -` reads them: a title or a JSON object each line.
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

    /// The tasks.
    ///
    /// - Parameters:
    ///   - common: what the options give each of them.
    ///   - options: those that say more of the recurrence.
    /// - Throws: the first mistake, with its line and column.
    func tasks(
        _ common: NewTask, _ dialect: Dialect, _ options: RecurrenceOptions,
        _ context: borrowing CommandContext
    ) throws(RedoError) -> [NewTask] {
        var tasks: [NewTask] = []
        var lines = context.inputLines(maximumLineByteCount: 1 << 20)
        var number = 0
        while let line = try lines.next() {
            number += 1
            let location = "standard input, line \(number)"
            guard case .bytes(let bytes) = line else {
                throw RedoError.usage("too long for a task").at(location)
            }
            do throws(TaskObject.Mistake) {
                guard let (read, recurrence) = try task(bytes, common) else { continue }
                var task = read
                do throws(RedoError) {
                    try task.resolve(
                        by: "'every'", dialect, options: recurrence ?? options, context)
                } catch {
                    throw TaskObject.Mistake(offset: 0, error: error)
                }
                tasks.append(task)
            } catch {
                let column = lineAndColumn(of: error.offset, in: bytes).column
                throw error.error.at("\(location), column \(column)")
            }
        }
        return tasks
    }

    /// - Returns: the task, and what words say of its recurrence; nil for a blank line.
    private func task(
        _ line: [UInt8], _ common: NewTask
    ) throws(TaskObject.Mistake) -> (NewTask, RecurrenceOptions?)? {
        guard let text = String(validating: line, as: UTF8.self) else {
            throw TaskObject.Mistake(offset: 0, error: .usage("not UTF-8"))
        }
        let trimmed = TaskForm.trimmed(line[...])
        if isBlank(text) { return nil }
        var task = common
        guard trimmed.first == UInt8(ascii: "{") else {
            var title = String(decoding: trimmed, as: UTF8.self)
            var recurrence: RecurrenceOptions?
            if let wordReader {
                do throws(RedoError) {
                    let line = try wordReader(title)
                    (task, title, recurrence) = (line.task, line.title, line.recurrence)
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
