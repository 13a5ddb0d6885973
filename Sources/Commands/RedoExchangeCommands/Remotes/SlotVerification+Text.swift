import RedoCheckpoints
import RedoCrypto
import RedoExchange
import RedoJSON
import RedoModel
import RedoSystem

extension SlotVerification {
    /// The code for programs, a word.
    var code: String { faults.isEmpty ? "OK" : ErrorCode.corrupted.rawValue }

    /// For people, with line feeds.
    func text(_ name: (PublicKey) -> String) -> String {
        guard let signed = statement else {
            return "slot \(slot)\n" + faultText
        }
        let statement = signed.statement
        let packs =
            "\(counted(statement.nodeCount, "node")) in \(counted(statement.packs.count, "pack"))"
        var text = """
            slot \(slot) of \(name(statement.key))
              statement \(statement.sequence), signed \(statement.time.wallText): \(packs), \
            \(counted(statement.headCount, "head"))
              root of the heads: \(statement.headsRoot.hexadecimal)
              \(weightlessness.map { "does not count: \($0)" } ?? "counts")

            """
        for mention in statement.seen.prefix(Self.maximumLineCount) {
            text += "  has seen statement \(mention.sequence) of the slot \(mention.slot)\n"
        }
        text += Self.further(statement.seen, "has seen")
        for mention in statement.retired.prefix(Self.maximumLineCount) {
            text +=
                "  replaces the slot \(mention.slot), which was at statement \(mention.sequence)\n"
        }
        text += Self.further(statement.retired, "replaces")
        return text + faultText
    }

    /// The maximum number of slots of each list that are named: anyone can sign more.
    private static let maximumLineCount = 32

    private static func further(_ mentions: [Statement.Mention], _ verb: String) -> String {
        let count = mentions.count - maximumLineCount
        return count > 0 ? "  \(verb) \(counted(count, "further slot"))\n" : ""
    }

    private var faultText: String {
        faults.isEmpty
            ? "  its signature, its packs, its nodes and its root hold\n"
            : faults.map { "  \($0.printable) (\(ErrorCode.corrupted))\n" }.joined()
    }

    func json(_ name: (PublicKey) -> String) -> JSONValue {
        func text(_ text: String) -> JSONValue { .string(JSONString(text)) }
        var members = [
            JSONMember("faults", .array(faults.map(text))),
            JSONMember("slot", text(slot.hexadecimal)),
        ]
        if let signed = statement {
            let statement = signed.statement
            members += [
                JSONMember("counts", .bool(weightlessness == nil)),
                JSONMember("digest", text(signed.digest.hexadecimal)),
                JSONMember("heads", .number(Double(statement.headCount))),
                JSONMember("key", text(statement.key.hexadecimal)),
                JSONMember("nodes", .number(Double(statement.nodeCount))),
                JSONMember("packs", .number(Double(statement.packs.count))),
                JSONMember("retired", .array(statement.retired.map(\.json))),
                JSONMember("root", text(statement.headsRoot.hexadecimal)),
                JSONMember("seen", .array(statement.seen.map(\.json))),
                JSONMember("sequence", .number(Double(statement.sequence))),
                JSONMember("time", text(statement.time.wallText)),
                JSONMember("who", text(name(statement.key))),
                JSONMember("why", weightlessness.map(text) ?? .null),
            ]
        }
        return .object(members)
    }

    /// `slot`, the slot, the number, the key, the number of nodes, the root, when it was signed, whether it counts and
    /// whether it holds, after tabs; then a line for each fault.
    var porcelain: String {
        var words = ["slot", slot.hexadecimal]
        if let statement = statement?.statement {
            words += [
                String(statement.sequence), statement.key.hexadecimal,
                String(statement.nodeCount), statement.headsRoot.hexadecimal,
                statement.time.wallText, weightlessness == nil ? "counts" : "-",
            ]
        } else {
            words += Array(repeating: "-", count: 6)
        }
        return words.joined(separator: "\t") + "\t\(code)\n"
            + faults.map { "fault\t\(slot)\t\($0.printable)\n" }.joined()
    }
}
