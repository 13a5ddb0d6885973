import RedoCalendar
import RedoCommandLine
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// A template that is made of tasks: their dates are counted from the day of the earliest of them.
struct TemplateDraft {
    private let tasks: [TaskState]
    private let fields: TaskFieldCatalog
    private let categories: CategoryNames
    private let first: Instant?

    init(
        _ tasks: [TaskState], _ fields: TaskFieldCatalog, _ categories: CategoryNames
    ) {
        self.tasks = tasks
        self.fields = fields
        self.categories = categories
        let dates = Self.dates(fields)
        first = tasks.flatMap { task in [task.templateTodo?.due] + dates.map(task.date) }
            .compactMap { $0 }.min()
    }

    /// The text of the template.
    var text: [UInt8] {
        let known = tasks.map(\.id)
        let needed = Set(tasks.flatMap { $0.dependencies + [$0.parent].compactMap(\.self) })
        let objects = tasks.enumerated().map { index, task in
            var members = members(of: task)
            if needed.contains(task.id) { members.append(Self.name(index)) }
            let before = task.dependencies.compactMap(known.firstIndex).map { Self.name($0).value }
            if !before.isEmpty { members.append(JSONMember("dependsOn", .array(before))) }
            if let whole = task.parent.flatMap(known.firstIndex) {
                members.append(JSONMember(TaskField.parent.name, Self.name(whole).value))
            }
            return JSONValue.object(members)
        }
        var text: [UInt8] = []
        CanonicalJSON.appendIndented(
            .object([JSONMember("tasks", .array(objects))]), to: &text)
        return text + [UInt8(ascii: "\n")]
    }

    private static func name(_ index: Int) -> JSONMember {
        JSONMember("name", .string(JSONString("\(index + 1)")))
    }

    private static func dates(_ fields: TaskFieldCatalog) -> [TaskField] {
        fields.fields(usedAs: .option).filter { $0.form == .date }
    }

    private func members(of task: TaskState) -> [JSONMember] {
        var members = [JSONMember("title", .string(task.title))]
        if let todo = task.templateTodo {
            if let due = todo.due { members.append(JSONMember("due", relative(due))) }
            if !todo.notes.isEmpty { members.append(JSONMember("notes", .string(todo.notes))) }
        } else {
            members.append(JSONMember("draft", .bool(true)))
        }
        if task.recurrence != nil {
            members += Recurrence.Field.texts.compactMap { name in
                task.fields[name].map { JSONMember(name, $0) }
            }
        } else if task.frequencyDays > 0 {
            members.append(JSONMember("every", .string(JSONString("\(task.frequencyDays)"))))
        }
        let empty = TaskFieldTable()
        for field in fields.fields(usedAs: .option)
        where field != .every && !field.form.namesTasks {
            guard let value = task.fields[field.name], field.value(of: task) != nil,
                value != empty[field.name]
            else { continue }
            switch field.form {
            case .date:
                guard let date = task.date(field) else { continue }
                members.append(JSONMember(field.name, relative(date)))
            case .uuid:
                guard case .uuid(let id)? = field.value(of: task), let category = categories[id]
                else { continue }
                members.append(JSONMember(field.name, .string(category.name)))
            default: members.append(JSONMember(field.name, value))
            }
        }
        return members
    }

    /// `+3d 09:00`: days after the first, and the time of local clocks.
    private func relative(_ instant: Instant) -> JSONValue {
        let zone = TimeZoneRules.local
        let days =
            day(zone.clockReading(at: instant)) - day(zone.clockReading(at: first ?? instant))
        let clock = zone.clock(at: instant)
        func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return .string(
            JSONString("+\(days)d \(twoDigits(clock.hour)):\(twoDigits(clock.minute))"))
    }

    private func day(_ reading: Instant) -> Int64 {
        reading.milliseconds.flooredQuotient(by: 86_400_000)
    }
}

extension TaskState {
    /// The to-do that a template repeats: the current one, or else the last.
    fileprivate var templateTodo: TodoState? { currentTodo ?? todos.last { !$0.isSuperseded } }
}
