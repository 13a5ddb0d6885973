import RedoJSON
import RedoModel

/// The occurrences of a recurring task, which are tasks of their own in Taskwarrior.
///
/// An import keeps of each what differs from the template (``TaskwarriorKept/children``). An export writes them with what
/// has happened since.
struct TaskwarriorChildren {
    /// The maximum size of the occurrences that a task keeps; the latest ones count.
    private static let maximumByteCount = 256 * 1024

    // MARK: Reading

    /// What occurrences have that their template does not, the earliest first.
    ///
    /// - Parameters:
    ///   - children: their attributes as they were read, the earliest first.
    ///   - template: its attributes as they were read.
    static func kept(_ children: [[JSONMember]], of template: [JSONMember]) -> [[JSONMember]] {
        var known: [JSONString: JSONValue] = [:]
        for member in template where isInherited(member.name) { known[member.name] = member.value }
        var kept: [[JSONMember]] = []
        var byteCount = 0
        for child in children.reversed() {
            let names = Set(child.map(\.name))
            let difference =
                child.filter { isKept($0.name) && known[$0.name] != $0.value }
                + known.keys.sorted().filter { !names.contains($0) }.map { JSONMember($0, .null) }
            byteCount += CanonicalJSON.bytes(.object(difference)).count
            guard byteCount <= maximumByteCount else { break }
            kept.append(difference)
        }
        return kept.reversed()
    }

    /// The annotations of a template that an occurrence has as well; nil if there are none.
    static func sharedAnnotations(
        of template: [JSONMember], with children: [[JSONMember]]
    ) -> JSONValue? {
        guard case .array(let elements)? = template[.annotations] else { return nil }
        let known = Set(children.flatMap(annotations))
        let shared = elements.filter { known.contains(Annotation($0)) }
        return shared.isEmpty ? nil : .array(shared)
    }

    /// Whether an occurrence has an attribute from its template.
    private static func isInherited(_ name: JSONString) -> Bool {
        let name = name.description
        guard let attribute = TaskwarriorAttribute(rawValue: name) else {
            return !name.hasPrefix(TaskwarriorExtra.prefix)
        }
        switch attribute {
        case .description, .project, .tags, .priority, .recur, .rtype: return true
        default: return false
        }
    }

    private static func isKept(_ name: JSONString) -> Bool {
        switch TaskwarriorAttribute(rawValue: name.description) {
        case .id, .urgency, .parent: false
        default: true
        }
    }

    // MARK: Writing

    /// The attributes of the occurrences.
    private(set) var children: [[JSONMember]] = []
    /// Completions for which there was no occurrence.
    private(set) var rest: [ForeignTask.Occurrence] = []
    /// What became of each occurrence that was open, by its index in the template's `mask`.
    private var marks: [Int: UInt8] = [:]
    /// The annotations that only occurrences have.
    private var annotations: Set<Annotation> = []

    private struct Annotation: Hashable {
        let time: JSONValue?
        let text: JSONValue?

        init(_ time: JSONValue?, _ text: JSONValue?) { (self.time, self.text) = (time, text) }

        init(_ element: JSONValue) { self.init(element["entry"], element["description"]) }
    }

    /// No occurrences.
    init() {}

    /// Brings the occurrences of a task up to date.
    ///
    /// - Parameters:
    ///   - kept: what differs from the template in each.
    ///   - template: the attributes of the template as they are written, its annotations those that it shares with
    ///     occurrences.
    ///   - now: is the time of the changes.
    init(
        _ kept: [[JSONMember]], of task: ForeignTask, template: [JSONMember], now: Instant
    ) {
        let inherited = template.filter { Self.isInherited($0.name) }
        children = kept.map { own in
            let names = Set(own.map(\.name))
            var child = inherited.filter { !names.contains($0.name) }
            child += own.filter { $0.value != .null }
            child[.parent] = task.uid.map { .text($0) }
            return child
        }
        annotations = Set(children.flatMap(Self.annotations))
            .subtracting(Self.annotations(of: template))
        let doneCount = children.count { $0[.status] == "completed" }
        rest = Array(task.occurrences.dropFirst(doneCount))
        let hasNews = !rest.isEmpty
        var isFirst = true
        for index in children.indices where Self.isOpen(children[index]) {
            if !rest.isEmpty {
                close(index, "completed", at: rest.removeFirst().completed, now)
            } else if task.status != .open {
                close(index, task.status.rawValue, at: task.ended ?? now, now)
            } else if isFirst, !hasNews {
                move(index, to: task, now)
            }
            isFirst = false
        }
    }

    private static func annotations(of child: [JSONMember]) -> [Annotation] {
        guard case .array(let elements)? = child[.annotations] else { return [] }
        return elements.map { Annotation($0) }
    }

    private static func isOpen(_ child: [JSONMember]) -> Bool {
        child[.status] == "pending" || child[.status] == "waiting"
    }

    private mutating func close(_ index: Int, _ status: String, at time: Instant, _ now: Instant) {
        children[index][.status] = .text(status)
        children[index][.end] = .text(TaskwarriorTime.text(time))
        children[index][.modified] = .text(TaskwarriorTime.text(now))
        children[index][.start] = nil
        if let number = children[index][.imask]?.integer {
            marks[number] = status == "completed" ? UInt8(ascii: "+") : UInt8(ascii: "X")
        }
    }

    /// Gives the current occurrence the times of the task.
    private mutating func move(_ index: Int, to task: ForeignTask, _ now: Instant) {
        let before = children[index]
        let times: [(TaskwarriorAttribute, Instant?)] = [
            (.due, task.due), (.wait, task.wait), (.scheduled, task.scheduled),
        ]
        for (attribute, time) in times {
            children[index][attribute] = time.map { .text(TaskwarriorTime.text($0)) }
        }
        children[index][.start] = task.workStart.map { .text(TaskwarriorTime.text($0)) }
        if children[index] != before {
            children[index][.modified] = .text(TaskwarriorTime.text(now))
        }
    }

    /// The template's `mask` with what became of the occurrences.
    func updated(mask: JSONValue?) -> JSONValue? {
        guard let text = mask?.string, !marks.isEmpty else { return mask }
        var bytes = Array(text.utf8)
        for (number, mark) in marks where bytes.indices.contains(number) { bytes[number] = mark }
        return .string(JSONString(String(decoding: bytes, as: UTF8.self)))
    }

    /// The uuid of the first occurrence that is still open, on which other tasks depend instead of the template.
    var current: String? {
        children.first(where: Self.isOpen)?[.uuid]?.string?.description
    }

    /// Whether an occurrence has an annotation that the template does not have.
    ///
    /// - Parameters:
    ///   - text: as Taskwarrior has it.
    ///   - time: the second, as Taskwarrior has it.
    func hasAnnotation(_ text: JSONValue, at time: JSONValue) -> Bool {
        annotations.contains(Annotation(time, text))
    }
}
