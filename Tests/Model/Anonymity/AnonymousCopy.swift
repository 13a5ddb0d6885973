import Foundation
import RedoCrypto
import RedoJSON
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel

/// A log beside its anonymous copy, and what is wrong with the copy.
///
/// Nothing here is taken from what makes the copy: what a text is, and what stays, is said a second time.
struct AnonymousCopy {
    let original: [Node]
    /// In the order of the original's nodes.
    let copy: [Node]
    let sizes: [Int]
    let swappedCount: Int

    /// - Parameter original: in replay order.
    init(of original: [Node], seed: UInt64) throws {
        let secret = (0..<32).map {
            UInt8(truncatingIfNeeded: seed >> (UInt64($0) % 8 * 8)) &+ UInt8($0)
        }
        var log = try AnonymousLog(count: original.count, secret: secret) {
            (number) throws(RedoError) in original[number]
        }
        var lines: [[UInt8]] = []
        try log.forEachNode { (line) throws(RedoError) in lines.append(line) }
        let validator = NodeValidator()
        let nodes = try lines.map { try validator.readCanonical($0, signature: .ifPresent) }
        try #require(nodes.map(\.id) == nodes.inReplayOrder.map(\.id))
        self.original = original
        copy = Self.places(log.order).map { nodes[$0] }
        sizes = Self.places(log.order).map { lines[$0].count }
        swappedCount = log.swappedCount
    }

    /// A copy that was made elsewhere.
    init(_ original: [Node], _ copy: [Node]) {
        self.original = original
        self.copy = copy
        sizes = copy.map(\.canonicalBytes.count)
        swappedCount = 0
    }

    private static func places(_ order: [Int]) -> [Int] {
        var places = order
        for (place, number) in order.enumerated() { places[number] = place }
        return places
    }

    // MARK: What is left

    /// What of the original is in the copy.
    func leftovers() -> [String] {
        var texts: Set<String> = []
        var identifiers: Set<String> = []
        for node in original { Self.collect(node, &texts, &identifiers) }
        var found: [String] = []
        for node in copy {
            var strings: Set<String> = []
            var others: Set<String> = []
            Self.collect(node, &strings, &others)
            found += strings.intersection(texts).map { "\(node.id): text \($0)" }
            found += others.intersection(identifiers).map { "\(node.id): id \($0)" }
        }
        // Also within other texts.
        let all = Data(copy.flatMap { $0.canonicalBytes + [UInt8(ascii: "\n")] })
        for long in identifiers.union(texts.filter { $0.utf8.count >= 12 })
        where all.range(of: Data(long.utf8)) != nil { found.append("within: \(long)") }
        return found
    }

    /// The texts of a node, with their words, of three characters and more, and its ids and keys.
    private static func collect(
        _ node: Node, _ texts: inout Set<String>, _ identifiers: inout Set<String>
    ) {
        guard let body = try? JSONDocument(node.canonicalBytes).root.value else { return }
        collect(body, named: nil, isOfRoom: node.action.isOfRoom, &texts, &identifiers)
        if !node.action.isKnown, FamilyAction.definition(of: node.action) == nil {
            texts.insert("\(node.action)")
        }
    }

    private static func collect(
        _ value: JSONValue, named name: String?, isOfRoom: Bool, _ texts: inout Set<String>,
        _ identifiers: inout Set<String>
    ) {
        let known = isOfRoom ? known.union(knownOfRooms) : known
        let enumerated = isOfRoom ? enumerated.merging(enumeratedOfRooms) { $1 } : enumerated
        switch value {
        case .null, .bool, .number: break
        case .array(let elements):
            for element in elements {
                collect(element, named: name, isOfRoom: isOfRoom, &texts, &identifiers)
            }
        case .object(let members):
            for member in members {
                if !known.contains(member.name.description) {
                    for part in member.name.description.split(separator: ".")
                    where !known.contains(String(part)) { collect(String(part), &texts) }
                }
                collect(
                    member.value, named: member.name.description, isOfRoom: isOfRoom, &texts,
                    &identifiers)
            }
        case .string(let string):
            let text = string.description
            if let name, enumerated[name]?.contains(text) == true { break }
            if name == "action" || name == "recurrence" || text == "UTC" { break }
            if name == "path" {
                for part in text.split(separator: ".") where !known.contains(String(part)) {
                    collect(String(part), &texts)
                }
            } else if isIdentifier(text) {
                identifiers.insert(text.lowercased())
            } else if Instant(iso8601: string.utf8.span) == nil {
                collect(text, &texts)
            }
        }
    }

    private static func collect(_ text: String, _ texts: inout Set<String>) {
        var candidates = [text]
        candidates += text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        for candidate in candidates where candidate.unicodeScalars.count >= 3 {
            if !candidate.allSatisfy(\.isWhitespace) { texts.insert(candidate) }
        }
    }

    private static func isIdentifier(_ text: String) -> Bool {
        let digits = text.hasPrefix("sha256:") ? text.dropFirst(7) : text.filter { $0 != "-" }[...]
        return [32, 64, 128].contains(digits.count) && digits.allSatisfy(\.isHexDigit)
    }

    private static let enumerated: [String: Set<String>] = [
        "permission": ["read", "write", "admin"],
        "strategy": ["ours", "theirs", "lww", "union", "max", "min", "manual"],
        "defaultStrategy": ["ours", "theirs", "lww", "union", "max", "min", "manual"],
        "arrayStrategy": ["union", "lww"], "lwwTiebreakers": ["lamport", "wall", "author"],
        "recurrenceFrom": ["deadline", "completion"],
    ]

    /// What version 1 and the families call their members.
    private static let known: Set<String> = Set(
        """
        action author data id parents signature taskId timestamp version lamport wall userId deviceId publicKey name \
        email deviceName fields payload conflictResolution title description privacy storyPoints priority \
        frequencyDays timeEstimate tags createdAt todoTaskId deadline notes completed completedAt daysToExtend \
        newDeadline snoozeUntil deletedChain base policy resolutions defaultStrategy arrayStrategy lwwTiebreakers \
        task todos path strategy chosenParent value category project dependsOn wait scheduled until recurrence \
        recurrenceFrom timeZone trashedAt ownerNonce closed superseded categoryId color parentCategory nonce commentId \
        text workId at recovery person key keeps revocation revokes grants grantee permission grantees guid archived \
        snoozedUntil lastUpdated todoTasks created
        """.split(separator: " ").map(String.init))

    /// What rooms call theirs.
    private static let knownOfRooms: Set<String> = [
        "room", "participants", "originator", "tier", "expiresAt", "nickname", "principal",
        "identifier", "kind", "receipt", "failed", "reason",
    ]

    private static let enumeratedOfRooms: [String: Set<String>] = [
        "kind": ["key", "email", "phone", "machine"], "reason": ["left", "horizon"],
    ]

    // MARK: The shape

    /// In what the copy differs from the original beside what says something.
    func differences(families: Bool = true) -> [String] {
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
            if old.canonicalBytes.count != sizes[number] {
                found.append("\(place): \(old.canonicalBytes.count) bytes, now \(sizes[number])")
            }
            if Self.certifies(old) != Self.certifies(new) { found.append("\(place): certificate") }
        }
        let days = zip(original, copy).map { $0.timestamp.wall.days(to: $1.timestamp.wall) }
        if Set(days).count > 1 || days.contains(where: { Int($0) % 7 != 0 }) {
            found.append("walls: \(Set(days))")
        }
        found += replays(days.first ?? 0)
        if families {
            for family in FamilyName.allCases where family != .tasks {
                found += answers(family, days.first ?? 0)
            }
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

    private func replays(_ days: Double) -> [String] {
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
        if shape(states[0], days) != shape(states[1], 0) {
            found.append(
                "state: \(String(decoding: states[0], as: UTF8.self)), now "
                    + String(decoding: states[1], as: UTF8.self))
        }
        return found
    }

    private func answers(_ family: FamilyName, _ days: Double) -> [String] {
        let (old, new) = (FamilyAnswer(original, family), FamilyAnswer(copy.inReplayOrder, family))
        var found: [String] = []
        if shape(Array(old.state.utf8), days) != shape(Array(new.state.utf8), 0) {
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

    /// What stays of a state: kinds and sizes of values, in any order.
    ///
    /// - Parameter days: by how much its times are to be moved.
    private func shape(_ state: [UInt8], _ days: Double) -> String {
        guard let value = try? JSONDocument(state).root.value else { return "not JSON" }
        return Self.shape(value, Int(days))
    }

    private static func shape(_ value: JSONValue, _ days: Int) -> String {
        switch value {
        case .null, .bool: return "\(value)"
        case .number(let number):
            let text = String(decoding: CanonicalJSON.bytes(.number(number)), as: UTF8.self)
            return "number of \(text.count)"
        case .string(let string):
            let text = string.description
            if let instant = Instant(iso8601: string.utf8.span) {
                return instant.advanced(byDays: days).wallText
            }
            if isIdentifier(text) { return "id of \(text.count)" }
            return "text of \(CanonicalJSON.bytes(value).count)"
        case .array(let elements): return "\(elements.map { shape($0, days) }.sorted())"
        case .object(let members):
            return members.map { member in
                let name = member.name.description
                return (known.contains(name) ? name : "name of \(name.utf8.count)") + ": "
                    + shape(member.value, days)
            }.sorted().joined(separator: ", ")
        }
    }
}

