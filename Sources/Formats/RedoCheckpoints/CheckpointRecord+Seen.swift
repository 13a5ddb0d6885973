import RedoCrypto
import RedoJSON
import RedoModel
import RedoSystem

extension CheckpointRecord {
    /// The last statement that was read under the name of a slot.
    package struct Seen: Sendable {
        /// The slot under whose name it is stored.
        package let slot: Slot
        package let statement: SignedStatement
        package let version: String
        /// Whether its counts and root match its packs.
        package let isTrue: Bool
        /// Whether all its nodes were received.
        package let isWhole: Bool
        /// Whether it counted when it was last judged.
        package private(set) var isCounting = false
        /// The last statement of the slot that counted when it was judged, which the remote has to show; nil if there
        /// was none.
        package private(set) var expected: SignedStatement?

        package init(
            _ statement: SignedStatement, under slot: Slot, version: String, isTrue: Bool,
            isWhole: Bool
        ) {
            self.slot = slot
            self.statement = statement
            self.version = version
            self.isTrue = isTrue
            self.isWhole = isWhole
        }

        /// A statement in its slot that matches its packs.
        package init(
            _ statement: SignedStatement, version: String, isCounting: Bool, isWhole: Bool
        ) {
            self.init(
                statement, under: statement.statement.slot, version: version, isTrue: true,
                isWhole: isWhole)
            judge(isKeyCounting: isCounting, after: nil)
        }

        /// Whether it is stored under the name of a slot of another key, or of another slot of its key. Then it is not
        /// about that slot.
        package var isStray: Bool {
            statement.statement.slot != slot || !statement.statement.isOfItsKey
        }

        /// Records whether it counts.
        ///
        /// - Parameter old: the earlier entry of the slot; nil if there is none.
        package mutating func judge(isKeyCounting: Bool, after old: Seen?) {
            isCounting = isKeyCounting && isTrue && !isStray
            expected = isCounting ? statement : expected ?? old?.expected
        }

        /// Records that the slot may lack what was seen of it before.
        package mutating func expectNothingEarlier() { expected = isCounting ? statement : nil }
    }

    /// All entries: those in their own slots, then the stray ones.
    package var allSeen: [Seen] {
        seen.sorted { $0.key < $1.key }.map(\.value) + stray.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Records an entry under the name of its slot.
    package mutating func note(_ entry: Seen) {
        if entry.isStray {
            stray[entry.slot] = entry
        } else {
            seen[entry.slot] = entry
        }
    }

    /// The maximum size of the statements of others in the record, in bytes: anyone can sign more.
    package static let maximumSeenByteCount = 24 << 20

    /// The entries that the record stores: all, unless statements are larger than any that this program writes. Then
    /// the largest are read again at each fetch. Statements that counted come first, then those that were stored
    /// before, so that a newcomer displaces no other.
    var keptSeen: [Seen] {
        let all = allSeen
        var byteCount = all.reduce(0) { $0 + $1.byteCount }
        if byteCount <= Self.maximumSeenByteCount { return all }
        func rank(_ entry: Seen) -> (Int, Int) {
            let rank = (entry.expected == nil ? 2 : 0) + (keptSlots.contains(entry.slot) ? 0 : 1)
            return (rank, entry.byteCount)
        }
        byteCount = 0
        var kept: [Seen] = []
        for entry in all.map({ (rank($0), $0) }).sorted(by: { $0.0 < $1.0 }).map(\.1) {
            byteCount += entry.byteCount
            if byteCount <= Self.maximumSeenByteCount { kept.append(entry) }
        }
        return kept
    }

    /// The number of statements that are too large to be stored.
    package var unkeptCount: Int { seen.count + stray.count - keptSeen.count }
}

// MARK: JSON

extension CheckpointRecord.Seen {
    /// The approximate size of the entry in the record.
    fileprivate var byteCount: Int {
        let other = expected.map { $0 == statement ? 0 : $0.file.count } ?? 0
        return 256 + (statement.file.count + other) / 8 * 9
    }

    var json: JSONValue {
        var members = [
            JSONMember("counts", .bool(isCounting)),
            JSONMember("statement", text(of: statement)),
            JSONMember("true", .bool(isTrue)),
            JSONMember("under", .string(JSONString(slot.hexadecimal))),
            JSONMember("version", .string(JSONString(version))),
            JSONMember("whole", .bool(isWhole)),
        ]
        if let expected {
            members.append(
                JSONMember("expected", expected == statement ? .bool(true) : text(of: expected)))
        }
        return .object(members)
    }

    /// Parses the output of ``json``; nil for anything else. An earlier version has written neither slots nor expected
    /// statements: such an entry counts nowhere.
    init?(_ json: JSONValue) {
        guard let signed = RedoCheckpoints.statement(json["statement"]),
            let version = json["version"]?.string
        else { return nil }
        let slot = json["under"]?.string.flatMap { Slot(hexadecimal: $0.utf8.span) }
        self.init(
            signed, under: slot ?? signed.statement.slot, version: version.description,
            isTrue: json["true"] == true, isWhole: json["whole"] == true)
        if isStray { return }
        isCounting = json["counts"] == true
        switch json["expected"] {
        case .bool(true)?: expected = signed
        case let text?:
            expected = RedoCheckpoints.statement(text)
            if expected?.statement.slot != self.slot { return nil }
        case nil: break
        }
    }
}

func text(of statement: SignedStatement) -> JSONValue {
    .string(JSONString(String(decoding: statement.file, as: UTF8.self)))
}

func statement(_ json: JSONValue?) -> SignedStatement? {
    guard let text = json?.string?.description else { return nil }
    return try? SignedStatement(reading: Array(text.utf8))
}
