import RedoCrypto
import RedoJSON
import RedoModel
import RedoSystem

/// A recorded finding that a remote withholds something. It stays in the record until the remote shows it.
package struct NotedFinding: Hashable, Sendable {
    package let finding: RemoteComparison.Finding
    /// The owner of the slot; nil if no statement of it was ever read here.
    package let key: PublicKey?
    /// The number of nodes that the remote had and no longer shows anywhere; nil if it is unknown.
    package let missingCount: Int?
    /// The time of the first finding.
    package let since: Instant

    /// The number of days that may pass in a copied folder before a missing file becomes an accusation.
    package static let patienceDays: Int64 = 7
    private static let patience = patienceDays * 86_400_000

    package init(
        _ finding: RemoteComparison.Finding, key: PublicKey?, missingCount: Int?, since: Instant
    ) {
        self.finding = finding
        // An incomplete statement and a mention contain the owner's key, even if no statement of the slot was read
        // before.
        switch finding {
        case .arriving(let statement): self.key = statement.key
        case .missed(let testimony): self.key = testimony.first.key
        case .forked, .rewound, .withheld: self.key = key
        }
        self.missingCount = missingCount
        self.since = since
    }

    /// Whether the remote is accused because of it.
    ///
    /// - Parameter isCopied: whether another program copies the remote's files, which takes time.
    package func isAccusation(at now: Instant, isCopied: Bool) -> Bool {
        if case .arriving(let statement) = finding, !statement.isCounting { return false }
        return !isCopied || now.milliseconds - since.milliseconds >= Self.patience
    }

    /// The error code for programs.
    package var code: ErrorCode {
        switch finding {
        case .forked: .remoteForked
        case .rewound: .remoteRewound
        case .missed(let testimony):
            testimony.now?.sequence == testimony.first.sequence ? .remoteForked : .remoteWithholds
        case .withheld, .arriving: .remoteWithholds
        }
    }

    /// The number of slots that it concerns.
    package var slotCount: Int {
        guard case .missed(let testimony) = finding else { return 1 }
        return testimony.slotCount
    }

    /// Whether another finding is still missing the same: then both are one finding.
    package func continues(_ old: NotedFinding) -> Bool {
        guard finding.seen.slot == old.finding.seen.slot,
            finding.isArriving == old.finding.isArriving,
            finding.witnessKey == old.finding.witnessKey
        else { return false }
        switch finding {
        case .arriving(let statement): return statement.position == old.finding.seen
        case .forked: return true
        case .rewound(_, let now): return now.sequence < old.finding.seen.sequence
        case .withheld(_, let now):
            return now.map { $0.sequence < old.finding.seen.sequence } ?? true
        case .missed(let testimony):
            return testimony.now.map { $0.sequence <= old.finding.seen.sequence } ?? true
        }
    }

    // MARK: Texts

    /// The sentence with the code at its end, or after the remark that the missing part may still arrive.
    ///
    /// - Parameter name: returns the name of a key's owner.
    package func line(
        at now: Instant, isCopied: Bool, _ name: (PublicKey) -> String
    ) -> String {
        isAccusation(at: now, isCopied: isCopied)
            ? "\(sentence(name)) (\(code))" : "not yet here: \(sentence(name))"
    }

    /// The problem as a sentence without a full stop.
    ///
    /// - Parameter name: returns the name of a key's owner.
    package func sentence(_ name: (PublicKey) -> String) -> String {
        func owner(_ key: PublicKey?) -> String { key.map(name) ?? "an unknown key" }
        let seen = finding.seen
        let slot = "the slot \(seen.slot) of \(owner(key))"
        let text: String
        switch finding {
        case .forked(_, let now) where now.sequence == seen.sequence:
            text = "\(slot) has two statements of the number \(now.sequence)"
        case .forked(_, let now):
            text =
                "\(slot) is at statement \(now.sequence), and lacks nodes that its statement "
                + "\(seen.sequence) had"
        case .rewound(_, let now):
            text =
                "\(slot) is at statement \(now.sequence), and was at statement \(seen.sequence) before"
        case .withheld(_, let now):
            text = "\(slot) \(Self.state(now)), and was at statement \(seen.sequence) before"
        case .missed(let testimony):
            let isSame = testimony.now?.sequence == seen.sequence
            text =
                "\(slot) \(Self.state(testimony.now)), and the slot \(testimony.witness) of "
                + "\(name(testimony.key)) has seen \(isSame ? "another statement of that number" : "it at statement \(seen.sequence)")"
                + Self.further(testimony.slotCount - 1)
        case .arriving:
            text = "\(slot) has the statement \(seen.sequence), whose data is not complete yet"
        }
        return text + missingText
    }

    private static func state(_ now: Statement.Position?) -> String {
        now.map { "is at statement \($0.sequence)" } ?? "is gone"
    }

    private static func further(_ count: Int) -> String {
        count == 0 ? "" : "; it misses \(counted(count, "further slot"))"
    }

    private var missingText: String {
        switch missingCount {
        case nil: ""
        case 0?: "; the other slots have all its nodes"
        case 1?: "; 1 node is missing"
        case .some(let count): "; \(count) nodes are missing"
        }
    }
}

// MARK: JSON

extension NotedFinding {
    private enum Kind: String {
        case arriving, forked, missed, rewound, withheld
    }

    private var kind: Kind {
        switch finding {
        case .forked: .forked
        case .rewound: .rewound
        case .withheld: .withheld
        case .missed: .missed
        case .arriving: .arriving
        }
    }

    private var now: Statement.Position? {
        switch finding {
        case .forked(_, let now), .rewound(_, let now): now
        case .withheld(_, let now): now
        case .missed(let testimony): testimony.now
        case .arriving: nil
        }
    }

    private var testimony: RemoteComparison.Testimony? {
        guard case .missed(let testimony) = finding else { return nil }
        return testimony
    }

    /// Nil for all findings except an incomplete statement.
    private var isCounting: Bool? {
        guard case .arriving(let statement) = finding else { return nil }
        return statement.isCounting
    }

    /// The JSON in the record and in the output of other commands.
    package var json: JSONValue {
        func text(_ text: String?) -> JSONValue { text.map { .string(JSONString($0)) } ?? .null }
        return [
            "code": text(code.rawValue), "counts": isCounting.map { .bool($0) } ?? .null,
            "key": text(key?.hexadecimal), "kind": text(kind.rawValue),
            "missing": missingCount.map { .number(Double($0)) } ?? .null,
            "nonce": text(testimony?.first.nonce.hexadecimal), "now": now?.json ?? .null,
            "seen": finding.seen.json, "since": text(since.wallText),
            "slots": .number(Double(slotCount)), "witness": text(testimony?.witness.hexadecimal),
            "witnessKey": text(testimony?.key.hexadecimal),
        ]
    }

    /// Parses the output of ``json``; nil for anything else.
    package init?(_ json: JSONValue) {
        guard let kind = json["kind"]?.string.flatMap({ Kind(rawValue: $0.description) }),
            let seen = json["seen"].flatMap({ Statement.Position($0) }),
            let since = json["since"]?.string?.instant
        else { return nil }
        let now = json["now"].flatMap { Statement.Position($0) }
        let key = json["key"].flatMap(Self.key)
        let finding: RemoteComparison.Finding
        switch (kind, now) {
        case (.arriving, _):
            guard let key else { return nil }
            finding = .arriving(
                RemoteComparison.ArrivingStatement(
                    position: seen, key: key, isCounting: json["counts"] == true))
        case (.forked, let now?): finding = .forked(seen: seen, now: now)
        case (.rewound, let now?): finding = .rewound(seen: seen, now: now)
        case (.withheld, let now): finding = .withheld(seen: seen, now: now)
        case (.missed, let now):
            guard let testimony = Self.testimony(json, key, seen, now) else { return nil }
            finding = .missed(testimony)
        default: return nil
        }
        self.init(finding, key: key, missingCount: json["missing"]?.integer, since: since)
    }

    private static func testimony(
        _ json: JSONValue, _ key: PublicKey?, _ seen: Statement.Position,
        _ now: Statement.Position?
    ) -> RemoteComparison.Testimony? {
        guard let key, let witnessKey = json["witnessKey"].flatMap(Self.key),
            let witness = json["witness"]?.string.flatMap({ Slot(hexadecimal: $0.utf8.span) }),
            let nonce = json["nonce"]?.string.flatMap({ SlotNonce(hexadecimal: $0.utf8.span) }),
            let slotCount = json["slots"]?.integer, slotCount >= 1
        else { return nil }
        let first = Statement.Mention(
            key: key, nonce: nonce, sequence: seen.sequence, digest: seen.digest)
        guard first.slot == seen.slot else { return nil }
        return RemoteComparison.Testimony(
            by: witness, witnessKey, first: first, now: now, slotCount: slotCount)
    }

    private static func key(_ json: JSONValue) -> PublicKey? {
        json.string.flatMap { PublicKey(hexadecimal: $0.utf8.span) }
    }
}

extension NotedFinding {
    /// The report for programs: what is missing, whose it is, and whether the remote is accused.
    ///
    /// - Parameter name: returns the name of a key's owner.
    package func report(
        at now: Instant, isCopied: Bool, _ name: (PublicKey) -> String
    ) -> JSONValue {
        func text(_ text: String) -> JSONValue { .string(JSONString(text)) }
        let seen = finding.seen
        return [
            "accused": .bool(isAccusation(at: now, isCopied: isCopied)),
            "code": text(code.rawValue), "key": key.map { text($0.hexadecimal) } ?? .null,
            "kind": text(kind.rawValue),
            "missing": missingCount.map { .number(Double($0)) } ?? .null,
            "now": self.now.map { .number(Double($0.sequence)) } ?? .null,
            "seen": .number(Double(seen.sequence)), "since": text(since.wallText),
            "slot": text(seen.slot.hexadecimal), "slots": .number(Double(slotCount)),
            "who": key.map { text(name($0)) } ?? .null,
            "witness": testimony.map { text($0.witness.hexadecimal) } ?? .null,
        ]
    }
}
