import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoRepository
import RedoSystem

/// The values of a template's texts, dates and names in one use.
struct TemplateTerms: TaskObjectTerms {
    let fields: TaskFieldCatalog
    /// The values of `{KEY}`.
    let values: [String: String]
    /// The time that dates are relative to.
    let start: Instant
    /// The time that dates with a minus sign are relative to.
    let due: Instant?
    /// The tasks of the template.
    let ids: [String: TaskID]
    /// The categories of the store; nil where any name will do.
    let names: NamesOnDemand?
    let uses = Uses()

    /// The maximum size in bytes of all texts with their values inserted: 16 times the maximum of a file.
    private static let maximumByteCount = 1 << 24

    /// The values that the template needed.
    final class Uses {
        var due = false
        /// The bytes of the texts that were filled in.
        var byteCount = 0
    }

    /// Fills in values: one pass, which goes no further for a brace than its key.
    ///
    /// - Throws: E_PAYLOAD_TOO_LARGE if the texts of the template become too long.
    func text(_ text: String) throws(RedoError) -> String {
        guard !values.isEmpty, text.utf8.contains(UInt8(ascii: "{")) else { return text }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var offset = 0
        while offset < bytes.count {
            if let (value, end) = value(at: offset, in: bytes) {
                result += value.utf8
                offset = end
            } else {
                result.append(bytes[offset])
                offset += 1
            }
            guard uses.byteCount + result.count <= Self.maximumByteCount else {
                throw RedoError(
                    .payloadTooLarge,
                    "the texts have more than \(Self.maximumByteCount) bytes with their values",
                    status: .no)
            }
        }
        uses.byteCount += result.count
        return String(decoding: result, as: UTF8.self)
    }

    /// The value of the key in braces that begins at an offset, and the offset after it; nil if none does.
    private func value(at offset: Int, in bytes: [UInt8]) -> (value: String, end: Int)? {
        guard bytes[offset] == UInt8(ascii: "{") else { return nil }
        let key = bytes[(offset + 1)...].prefix { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: false
            }
        }
        guard key.endIndex < bytes.count, bytes[key.endIndex] == UInt8(ascii: "}"),
            let value = values[String(decoding: key, as: UTF8.self)]
        else { return nil }
        return (value, key.endIndex + 1)
    }

    func moment(_ text: String) throws(RedoError) -> Instant? {
        let text = try self.text(text)
        guard text.hasPrefix("-") else { return try DueDate.instantOrNone(text, now: start) }
        uses.due = true
        guard let due else {
            throw .usage("'\(text.printable)' is relative to --due, which is missing")
        }
        return try DueDate.instantOrNone(text, now: due)
    }

    func category(_ name: String) throws(RedoError) -> UUIDValue {
        guard let names else { return UUIDValue(randomBytes: RandomBytes.bytes(count: 16)) }
        return try names.categories().category(named: try text(name)).id
    }

    func task(_ name: String) throws(RedoError) -> TaskID {
        guard let id = ids[name] else {
            throw .usage(
                "no task of the template has the name '\(name.printable)'",
                hints: ids.isEmpty ? [] : ["there are \(ids.keys.sorted().joined(separator: ", "))"]
            )
        }
        return id
    }
}
