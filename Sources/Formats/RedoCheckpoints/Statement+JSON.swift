import RedoCrypto
import RedoJSON
import RedoModel

extension Statement {
    /// The maximum size of a piece in bytes.
    package static let maximumPieceByteCount = 8 << 20
    /// The maximum size of a remote's file that is read, in bytes.
    package static let maximumFileByteCount = 32 << 20
    /// The maximum number of elements of a list in a statement.
    static let maximumListCount = 1 << 16
    /// The maximum number of slots that writers mention in each list, which no honest remote exceeds. Readers accept
    /// more.
    package static let maximumMentionCount = 1 << 12

    var json: JSONValue {
        var members = [
            JSONMember(
                "heads",
                ["count": .number(Double(headCount)), "root": Self.json(headsRoot)]),
            JSONMember("key", .string(JSONString(key.hexadecimal))),
            JSONMember("nodes", .number(Double(nodeCount))),
            JSONMember("packs", .array(packs.map(\.json))),
            JSONMember("retired", .array(retired.map(\.json))),
            JSONMember("seen", .array(seen.map(\.json))),
            JSONMember("sequence", .number(Double(sequence))),
            JSONMember("slot", .string(JSONString(slot.hexadecimal))),
            JSONMember("time", .string(JSONString(time.wallText))),
        ]
        if let nonce { members.append(JSONMember("nonce", .string(JSONString(nonce.hexadecimal)))) }
        if let previous { members.append(JSONMember("previous", Self.json(previous))) }
        return .object(members)
    }

    /// Parses the output of ``json``; nil for anything else. Statements of an earlier version have no nonce, and their
    /// lists of other slots are dropped, since they prove nothing.
    init?(_ json: JSONValue) {
        let memberCount = 9 + (json["previous"] == nil ? 0 : 1) + (json["nonce"] == nil ? 0 : 1)
        var nonce: SlotNonce?
        if let text = json["nonce"] {
            nonce = text.string.flatMap { SlotNonce(hexadecimal: $0.utf8.span) }
            if nonce == nil { return nil }
        }
        guard case .object(let members) = json, members.count == memberCount,
            let slot = json["slot"]?.string.flatMap({ Slot(hexadecimal: $0.utf8.span) }),
            let key = json["key"]?.string.flatMap({ PublicKey(hexadecimal: $0.utf8.span) }),
            let sequence = json["sequence"]?.integer, sequence >= 1,
            let headCount = json["heads"]?["count"]?.integer, headCount >= 0,
            let root = json["heads"]?["root"].flatMap(Self.digest),
            let nodeCount = json["nodes"]?.integer, nodeCount >= headCount,
            let packs = json["packs"].flatMap({ Self.list($0, ListedPack.init) }),
            let seen = json["seen"].flatMap({ Self.mentions($0, isEarlier: nonce == nil) }),
            let retired = json["retired"].flatMap({ Self.mentions($0, isEarlier: nonce == nil) }),
            let time = json["time"]?.string?.instant,
            Set(packs.map(\.name)).count == packs.count,
            packs.reduce(0, { $0 + $1.pieces.count }) <= Self.maximumListCount,
            Set(seen.map(\.slot)).count == seen.count, !seen.contains(where: { $0.slot == slot }),
            Set(retired.map(\.slot)).count == retired.count,
            !retired.contains(where: { $0.slot == slot })
        else { return nil }
        var previous: Digest?
        if let text = json["previous"] {
            guard let digest = Self.digest(text), sequence > 1 else { return nil }
            previous = digest
        } else if sequence > 1 {
            return nil
        }
        self.init(
            slot: slot, key: key, nonce: nonce, sequence: sequence, previous: previous,
            packs: packs, heads: (headCount, root), nodeCount: nodeCount, seen: seen,
            retired: retired, time: time)
    }

    /// Parses what a statement mentions of other slots; empty for a statement of an earlier version.
    private static func mentions(_ json: JSONValue, isEarlier: Bool) -> [Mention]? {
        if isEarlier { return list(json, Position.init).map { _ in [] } }
        return list(json, Mention.init)
    }

    static func json(_ digest: Digest) -> JSONValue {
        .string(JSONString(digest.hexadecimal))
    }

    static func digest(_ json: JSONValue) -> Digest? {
        json.string.flatMap { Digest(hexadecimal: $0.utf8.span) }
    }

    fileprivate static func list<Element>(
        _ json: JSONValue, _ read: (JSONValue) -> Element?
    ) -> [Element]? {
        guard case .array(let elements) = json, elements.count <= maximumListCount else {
            return nil
        }
        let list = elements.compactMap(read)
        return list.count == elements.count ? list : nil
    }
}

extension Statement.Position {
    package var json: JSONValue {
        [
            "digest": Statement.json(digest), "sequence": .number(Double(sequence)),
            "slot": .string(JSONString(slot.hexadecimal)),
        ]
    }

    /// Parses the output of ``json``; nil for anything else.
    package init?(_ json: JSONValue) {
        guard case .object(let members) = json, members.count == 3,
            let slot = json["slot"]?.string.flatMap({ Slot(hexadecimal: $0.utf8.span) }),
            let sequence = json["sequence"]?.integer, sequence >= 1,
            let digest = json["digest"].flatMap(Statement.digest)
        else { return nil }
        self.init(slot: slot, sequence: sequence, digest: digest)
    }
}

extension Statement.Mention {
    package var json: JSONValue {
        [
            "digest": Statement.json(position.digest),
            "key": .string(JSONString(key.hexadecimal)),
            "nonce": .string(JSONString(nonce.hexadecimal)), "sequence": .number(Double(sequence)),
            "slot": .string(JSONString(slot.hexadecimal)),
        ]
    }

    /// Parses the output of ``json``; nil for anything else, and for a slot that does not belong to the key.
    package init?(_ json: JSONValue) {
        guard case .object(let members) = json, members.count == 5,
            let slot = json["slot"]?.string.flatMap({ Slot(hexadecimal: $0.utf8.span) }),
            let key = json["key"]?.string.flatMap({ PublicKey(hexadecimal: $0.utf8.span) }),
            let nonce = json["nonce"]?.string.flatMap({ SlotNonce(hexadecimal: $0.utf8.span) }),
            let sequence = json["sequence"]?.integer, sequence >= 1,
            let digest = json["digest"].flatMap(Statement.digest)
        else { return nil }
        self.init(key: key, nonce: nonce, sequence: sequence, digest: digest)
        if self.slot != slot { return nil }
    }
}

extension Statement.ListedPack {
    package var json: JSONValue {
        [
            "name": Statement.json(name), "pieces": .array(pieces.map(Statement.json)),
            "size": .number(Double(byteCount)),
        ]
    }

    /// Parses the output of ``json``; nil for anything else.
    package init?(_ json: JSONValue) {
        guard case .object(let members) = json, members.count == 3,
            let name = json["name"].flatMap(Statement.digest),
            let size = json["size"]?.integer, size > 0,
            let pieces = json["pieces"].flatMap({ Statement.list($0, Statement.digest) }),
            !pieces.isEmpty, size <= pieces.count * Statement.maximumPieceByteCount
        else { return nil }
        self.init(name: name, byteCount: size, pieces: pieces)
    }
}
