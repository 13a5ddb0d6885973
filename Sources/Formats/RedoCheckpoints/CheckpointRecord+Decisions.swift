import RedoCrypto
import RedoJSON
import RedoSystem

/// The decisions about slots: up to which number they are settled, and whose reports were accepted.
extension CheckpointRecord {
    /// The maximum number of settled slots in the record, and of accepted reports.
    package static let maximumDecisionCount = 1 << 16

    /// Records up to which number slots are settled. If there are too many, those that no statement mentions any more
    /// are dropped.
    package mutating func settle(_ numbers: [Slot: Int]) {
        settled = numbers
        if settled.count <= Self.maximumDecisionCount { return }
        let mentioned = Set(
            seen.values.filter(\.isCounting).flatMap { $0.statement.statement.seen.map(\.slot) })
        settled = settled.filter { mentioned.contains($0.key) || seen[$0.key] != nil }
    }

    /// Records up to which number the report of a witness was accepted.
    ///
    /// - Throws: E_PAYLOAD_TOO_LARGE if too many were accepted before.
    package mutating func accept(
        _ numbers: [Slot: Int], by witness: PublicKey
    ) throws(RedoError) {
        var all = accepted[witness] ?? [:]
        all.merge(numbers) { max($0, $1) }
        let others = accepted.reduce(0) { $0 + ($1.key == witness ? 0 : $1.value.count) }
        guard all.count + others <= Self.maximumDecisionCount else {
            throw RedoError(
                .payloadTooLarge,
                "more than \(Self.maximumDecisionCount) slots would be accepted as missing",
                hints: ["'redo ignore USER' leaves out all that a key says"])
        }
        accepted[witness] = all
    }

    // MARK: JSON

    static func json(_ numbers: [Slot: Int]) -> JSONValue {
        .object(
            numbers.sorted { $0.key < $1.key }.map {
                JSONMember(JSONString($0.key.hexadecimal), .number(Double($0.value)))
            })
    }

    static func json(_ accepted: [PublicKey: [Slot: Int]]) -> JSONValue {
        .object(
            accepted.map { ($0.key.hexadecimal, $0.value) }.sorted { $0.0 < $1.0 }.map {
                JSONMember(JSONString($0.0), json($0.1))
            })
    }

    /// Parses the output of ``json(_:)``; nil for anything else.
    static func numbers(_ json: JSONValue?) -> [Slot: Int]? {
        guard case .object(let members)? = json else { return nil }
        var numbers: [Slot: Int] = [:]
        for member in members {
            guard let slot = Slot(hexadecimal: member.name.utf8.span),
                let number = member.value.integer, number >= 1
            else { return nil }
            numbers[slot] = number
        }
        return numbers
    }

    /// Parses the output of ``json(_:)``; nil for anything else.
    static func accepted(_ json: JSONValue?) -> [PublicKey: [Slot: Int]]? {
        guard case .object(let members)? = json else { return nil }
        var accepted: [PublicKey: [Slot: Int]] = [:]
        for member in members {
            guard let key = PublicKey(hexadecimal: member.name.utf8.span),
                let numbers = numbers(member.value)
            else { return nil }
            accepted[key] = numbers
        }
        return accepted
    }
}
