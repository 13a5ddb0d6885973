import Foundation
import RedoCrypto
import RedoJSON
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoInsight
@testable import RedoModel

/// A log beside its anonymous copy, and what is wrong with the copy.
///
/// Nothing here is taken from what makes the copy: what may stay is said a second time.
struct AnonymousCopy {
    let original: [Node]
    /// In the order of the original's nodes.
    let copy: [Node]
    let swappedCount: Int

    /// - Parameter original: in replay order.
    init(of original: [Node]) throws {
        var log = try AnonymousLog(count: original.count) { (number) throws(RedoError) in
            original[number]
        }
        var lines: [[UInt8]] = []
        try log.forEachNode { (line) throws(RedoError) in lines.append(line) }
        let validator = NodeValidator()
        let nodes = try lines.map { try validator.readCanonical($0, signature: .ifPresent) }
        try #require(nodes.map(\.id) == nodes.inReplayOrder.map(\.id))
        self.original = original
        var places = log.order
        for (place, number) in log.order.enumerated() { places[number] = place }
        copy = places.map { nodes[$0] }
        swappedCount = log.swappedCount
    }

    /// A copy that was made elsewhere.
    init(_ original: [Node], _ copy: [Node]) {
        self.original = original
        self.copy = copy
        swappedCount = 0
    }

    // MARK: What is left

    /// What a copy has, by its kinds.
    private struct Contents {
        /// Texts that stand for contents, and names of members and actions that no table has.
        var texts: Set<String> = []
        /// Ids, keys and other digits.
        var identifiers: Set<String> = []
        var times: Set<Instant> = []
        var numbers: Set<Double> = []
    }

    /// What the copy has that is neither a digest nor the protocol's, or that the original has, too.
    func leftovers() -> [String] {
        var (old, new) = (Contents(), Contents())
        for node in original { Self.collect(node, &old) }
        for node in copy { Self.collect(node, &new) }
        var found = new.texts.filter { !Self.isDigest($0) }.map { "text: \($0)" }
        found += new.texts.intersection(old.texts).map { "the same text: \($0)" }
        found += new.identifiers.intersection(old.identifiers).map { "id: \($0)" }
        found += new.times.intersection(old.times).map { "time: \($0.wallText)" }
        found += new.numbers.intersection(old.numbers).map { "number: \($0)" }
        return found
    }

    private static func collect(_ node: Node, _ contents: inout Contents) {
        guard let body = try? JSONDocument(node.canonicalBytes).root.value else { return }
        collect(body, named: nil, &contents)
        if !node.action.isKnown, FamilyAction.definition(of: node.action) == nil {
            contents.texts.insert("\(node.action)")
        }
    }

    private static func collect(
        _ value: JSONValue, named name: String?, _ contents: inout Contents
    ) {
        switch value {
        case .null, .bool: break
        case .number(let number):
            if name.map(numeric.contains) != true { contents.numbers.insert(number) }
        case .array(let elements):
            // No list of numbers is the protocol's.
            let name = name.flatMap { numeric.contains($0) ? nil : $0 }
            for element in elements { collect(element, named: name, &contents) }
        case .object(let members):
            for member in members {
                let name = member.name.description
                if !known.contains(name) { contents.texts.insert(name) }
                // A decision names the field whose value it has.
                let path = name == "value" ? path(members) : nil
                collect(member.value, named: path ?? name, &contents)
            }
        case .string(let string):
            let text = string.description
            if let name, enumerated[name]?.contains(text) == true { break }
            if name == "action" || text.isEmpty || (name == "path" && known.contains(text)) {
                break
            }
            if isIdentifier(text) || (name == "color" && text.hasPrefix("#")) {
                contents.identifiers.insert(text.lowercased())
            } else if let instant = string.instant {
                contents.times.insert(instant)
            } else {
                contents.texts.insert(text)
            }
        }
    }

    private static func path(_ members: [JSONMember]) -> String? {
        members.first { $0.name.description == "path" }?.value.string?.description
    }

    private static func isDigest(_ text: String) -> Bool {
        if text.utf8.starts(with: "X_".utf8) {
            return text.utf8.count == 18
                && text.utf8.dropFirst(2).allSatisfy { (0x41...0x50).contains($0) }
        }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.enumerated().allSatisfy { place, part in
            if part.isEmpty || (place == 0 && parts.count > 1 && known.contains(String(part))) {
                return true
            }
            // What is no id of a participant must not become one.
            let digits = (part.hasSuffix("!") ? part.dropLast() : part).dropFirst()
                .drop { $0 == "-" }
            return part.first == "x" && digits.count == 16
                && digits.allSatisfy { $0.isHexDigit && !$0.isUppercase }
        }
    }

    private static func isIdentifier(_ text: String) -> Bool {
        let digits = text.hasPrefix("sha256:") ? text.dropFirst(7) : text.filter { $0 != "-" }[...]
        return [32, 64, 128].contains(digits.count) && digits.allSatisfy(\.isHexDigit)
    }

    private static let strategies: Set<String> = [
        "ours", "theirs", "lww", "union", "max", "min", "manual",
    ]

    private static let enumerated: [String: Set<String>] = [
        "permission": ["read", "write", "admin"], "strategy": strategies,
        "defaultStrategy": strategies, "arrayStrategy": ["union", "lww"],
        "lwwTiebreakers": ["lamport", "wall", "author"],
        "recurrenceFrom": ["deadline", "completion"], "recurrenceOf": ["deadline", "scheduled"],
        "kind": ["key", "email", "phone", "machine"], "reason": ["left", "horizon"],
    ]

    private static let numeric: Set<String> = [
        "version", "lamport", "span", "priority", "storyPoints", "frequencyDays", "timeEstimate",
        "daysToExtend", "tier",
    ]

    /// What the protocol and its families call their members.
    private static let known: Set<String> = Set(
        """
        action author data id parents signature taskId timestamp version lamport wall userId deviceId publicKey name \
        email deviceName fields payload conflictResolution title description privacy storyPoints priority \
        frequencyDays timeEstimate tags todoTaskId deadline notes completed completedAt daysToExtend \
        newDeadline snoozeUntil deletedChain base policy resolutions defaultStrategy arrayStrategy lwwTiebreakers \
        task todos path strategy chosenParent value category project dependsOn wait scheduled until recurrence \
        recurrenceFrom recurrenceOf recurrenceExcept reminders span timeZone trashedAt ownerNonce closed superseded categoryId color parentCategory nonce commentId \
        text workId at recovery person key keeps revocation revokes grants grantee permission grantees guid archived \
        snoozedUntil lastUpdated todoTasks created claimId room participants originator tier expiresAt nickname \
        principal identifier kind receipt failed reason
        """.split(separator: " ").map(String.init))

    // MARK: The shape

    /// In what the copy differs from the original beside its contents.
    func differences() -> [String] {
        var found: [String] = []
        let numbers = Dictionary(
            original.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { $1 })
        let copied = Dictionary(
            copy.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { $1 })
        if copied.count != original.count { return ["\(copied.count) nodes of \(original.count)"] }
        for (number, (old, new)) in zip(original, copy).enumerated() {
            let place = "node \(number), \(old.action)"
            if old.parents.map({ numbers[$0] }) != new.parents.map({ copied[$0] }) {
                found.append("\(place): parents")
            }
            if old.action.isKnown || new.action.isKnown, old.action != new.action {
                found.append("\(place): action")
            }
            if old.timestamp.lamport != new.timestamp.lamport { found.append("\(place): lamport") }
            if old.isSigned != new.isSigned { found.append("\(place): signed") }
            if Self.certifies(old) != Self.certifies(new) { found.append("\(place): certificate") }
        }
        let shifts = Set(
            zip(original, copy).map {
                $1.timestamp.wall.milliseconds - $0.timestamp.wall.milliseconds
            }
        )
        if shifts.count > 1 { found.append("walls: \(shifts)") }
        let shift = shifts.first ?? 0
        found += replays(shift)
        for family in FamilyName.allCases where family != .tasks {
            found += answers(family, shift)
        }
        return found
    }

    private static func certifies(_ node: Node) -> Bool? {
        let effect = OrganisationActions.effect(of: node.action)
        guard node.action == .create || effect?.verb == .make else { return nil }
        let kind = effect?.kind ?? .task
        let id =
            kind == .task
            ? node.taskID?.value
            : node.fields?[kind.idName]?.withCharacters { UUIDValue(text: $0) }
        return id.map { kind.isCertified($0, by: node.fields, node.author.publicKey) }
    }

    private func replays(_ shift: Int64) -> [String] {
        let (old, new) = (Replay(original), Replay(copy.inReplayOrder))
        func verdicts(_ replay: Replay, _ nodes: [Node]) -> [String] {
            let places = Dictionary(
                uniqueKeysWithValues: replay.nodes.enumerated().map { ($0.element.id, $0.offset) })
            return nodes.map { node in
                let number = places[node.id] ?? 0
                switch replay.validation.verdicts[number] {
                case .rejected(let code, _): return code.rawValue
                case let verdict: return "\(verdict)"
                }
            }
        }
        var found: [String] = []
        for (number, pair) in zip(verdicts(old, original), verdicts(new, copy)).enumerated()
        where pair.0 != pair.1 {
            found.append("node \(number): \(pair.0), now \(pair.1)")
        }
        func heads(_ replay: Replay) -> [Int] { replay.validation.heads().map(\.count).sorted() }
        if heads(old) != heads(new) { found.append("heads") }
        let states = [old, new].map { replay in
            var bytes: [UInt8] = []
            replay.foldState().forEachCanonicalPart { bytes += $0 }
            return bytes
        }
        let shapes = (shape(states[0], shift, ofTasks: true), shape(states[1], 0, ofTasks: true))
        if shapes.0 != shapes.1 {
            let tasks = [shapes.0, shapes.1].map { Set($0.split(separator: "\"")) }
            found.append(
                "state: \(tasks[0].subtracting(tasks[1])), now \(tasks[1].subtracting(tasks[0]))")
        }
        return found
    }

    private func answers(_ family: FamilyName, _ shift: Int64) -> [String] {
        let (old, new) = (FamilyAnswer(original, family), FamilyAnswer(copy.inReplayOrder, family))
        var found: [String] = []
        let isOfTasks = family == .effective
        if shape(Array(old.state.utf8), shift, ofTasks: isOfTasks)
            != shape(Array(new.state.utf8), 0, ofTasks: isOfTasks)
        {
            found.append("\(family): \(old.state), now \(new.state)")
        }
        func voids(_ answer: FamilyAnswer, _ nodes: [Node]) -> [String] {
            let codes = Dictionary(
                uniqueKeysWithValues: answer.voidNodes.map { ($0.id, "\($0.code)") })
            return nodes.map { codes[$0.id] ?? "" }
        }
        if voids(old, original) != voids(new, copy) { found.append("\(family): void nodes") }
        return found
    }

    // MARK: Shapes

    /// What stays of a state: names, kinds of values, times and numbers of the protocol, in any order.
    ///
    /// - Parameters:
    ///   - shift: by how much its times are to be moved, in milliseconds.
    ///   - isOfTasks: whether it is an array of tasks, which have custom fields.
    private func shape(_ state: [UInt8], _ shift: Int64, ofTasks isOfTasks: Bool) -> String {
        guard let value = try? JSONDocument(state).root.value else { return "not JSON" }
        guard isOfTasks, case .array(let tasks) = value else {
            return Self.shape(value, named: "", shift)
        }
        return "\(tasks.map { Self.shape(ofTask: $0, shift) }.sorted())"
    }

    private static let ofTasks: Set<String> = Set(
        """
        guid userId title description privacy storyPoints priority frequencyDays created archived completedAt \
        snoozedUntil lastUpdated todoTasks timeEstimate tags category project dependsOn wait scheduled until \
        recurrence recurrenceFrom recurrenceOf recurrenceExcept reminders span timeZone trashedAt ownerNonce closed \
        superseded
        """.split(separator: " ").map(String.init))

    private static func shape(ofTask task: JSONValue, _ shift: Int64) -> String {
        guard case .object(let members) = task else { return "no task" }
        return members.map { member in
            let name = member.name.description
            let isKnown = ofTasks.contains(name)
            return (isKnown ? name : "custom") + ": "
                + shape(member.value, named: isKnown ? name : nil, shift)
        }.sorted().joined(separator: ", ")
    }

    /// The members whose values are times.
    private static let times: Set<String> = [
        "completed", "completedAt", "created", "deadline", "lastUpdated", "scheduled",
        "snoozedUntil",
        "trashedAt", "until", "wait", "wall", "expiresAt", "start", "end", "edited", "added",
        "revoked",
    ]

    /// - Parameter name: of the member that has the value; nil for a custom one.
    private static func shape(_ value: JSONValue, named name: String?, _ shift: Int64) -> String {
        switch value {
        case .null, .bool: return "\(value)"
        case .number(let number):
            return name.map(numeric.contains) == true ? "\(number)" : "number"
        case .string(let string):
            if let name, times.contains(name), let instant = string.instant {
                return Instant(milliseconds: instant.milliseconds + shift).wallText
            }
            if let name, let words = enumerated[name], words.contains(string.description) {
                return string.description
            }
            return string.isEmpty ? "empty" : "text"
        case .array(let elements):
            let name = name.map { numeric.contains($0) ? "" : $0 }
            return "\(elements.map { shape($0, named: name, shift) }.sorted())"
        case .object(let members):
            return members.map { member in
                // An object in the place of a number has no members of the protocol's.
                let isOwn = name.map { numeric.contains($0) } ?? true
                let inner = isOwn ? nil : member.name.description
                return (inner ?? "custom") + ": " + shape(member.value, named: inner, shift)
            }.sorted().joined(separator: ", ")
        }
    }
}
