import RedoCrypto
import RedoJSON
import RedoModel
import RedoSystem

/// An operation as a store has recorded it, with the number that orders the operations of the store.
///
/// Its file is one line of canonical JSON, under the number with 16 digits. A number is taken by creating the file: a
/// second process gets the next one. So a missing number below the last one is a missing record.
///
/// ```
/// operations/0000000000000041
/// {"checksum":"3f2a…","command":"done","device":"laptop","nodes":["sha256:…"],"number":41,"time":"…","user":"…"}
/// {"checksum":"90b1…","device":"laptop","nodes":["sha256:…"],"number":42,"time":"…","undid":["sha256:…"],"user":"…"}
/// {"checksum":"5c07…","device":"laptop","nodes":["sha256:…"],"number":43,"redid":42,"time":"…","user":"…"}
/// {"checksum":"e2d4…","device":"laptop","maintenance":true,"nodes":["sha256:…"],"number":44,"time":"…","user":"…"}
/// ```
///
/// * `checksum`: the first 16 digits of the SHA-256 of the line without this member and without the line feed.
/// * `time`: the wall time of the nodes.
/// * `after`: the latest time of the operations before, if that is later: the clock was set back.
/// * `command`: the command that wrote it, if known.
package struct OperationRecord: Sendable, Equatable {
    package let number: UInt64
    package let operation: Operation
    /// The latest time of the operation and of all before it.
    package let latest: Instant
    /// The name of the operation for users: the checksum of its record.
    package let checksum: String

    package init(number: UInt64, _ operation: Operation, latest: Instant? = nil) {
        self.number = number
        self.operation = operation
        self.latest = max(latest ?? operation.time, operation.time)
        checksum = Self.checksum(of: Self.body(number, operation, latest: self.latest).span)
    }

    private init(
        number: UInt64, _ operation: Operation, latest: Instant, checksum: String
    ) {
        self.number = number
        self.operation = operation
        self.latest = latest
        self.checksum = checksum
    }
}

// MARK: The file

extension OperationRecord {
    /// The name of its file.
    var fileName: String { Self.fileName(number) }

    /// The file name for a number.
    static func fileName(_ number: UInt64) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, digitCount - digits.utf8.count)) + digits
    }

    /// The number of the record that a file name means; nil for a name that no record has.
    static func number(ofFile name: String) -> UInt64? {
        guard name.utf8.count == digitCount, let number = UInt64(name), fileName(number) == name,
            (1...maximumNumber).contains(number)
        else { return nil }
        return number
    }

    private static let digitCount = 16
    /// The maximum: larger numbers are not exact in JSON.
    private static let maximumNumber: UInt64 = 1 << 53 - 1

    /// The content of the operation's file.
    var bytes: [UInt8] {
        var bytes = Self.body(number, operation, latest: latest)
        // The member that may come before it is text of a fixed length.
        let start = bytes.starts(with: Self.after) ? (bytes.firstIndex(of: Self.comma) ?? 0) + 1 : 1
        bytes.insert(contentsOf: Self.member(checksum), at: start)
        return bytes + [Self.lineFeed]
    }

    private static let after = Array(#"{"after":"#.utf8)
    private static let comma = UInt8(ascii: ",")
    private static let lineFeed = UInt8(ascii: "\n")

    /// The member with a checksum, as in the line.
    private static func member(_ checksum: String) -> [UInt8] {
        Array("\"checksum\":\"\(checksum)\",".utf8)
    }

    /// Reads the file of a record.
    ///
    /// - Parameter number: the number in its name.
    /// - Throws: ``Fault`` if these are not the bytes of that record.
    init(_ bytes: [UInt8], number: UInt64) throws(Fault) {
        guard let document = try? JSONDocument(bytes) else { throw .notARecord }
        let root = document.root.value
        guard let checksum = root["checksum"]?.string?.description,
            let record = Self(root, checksum)
        else { throw .notARecord }
        let member = Self.member(checksum)
        guard bytes.last == Self.lineFeed, let start = Self.firstIndex(of: member, in: bytes) else {
            throw .checksum
        }
        let body = Array(bytes[..<start] + bytes[(start + member.count)...].dropLast())
        guard Self.checksum(of: body.span) == checksum else { throw .checksum }
        guard record.number == number else { throw .otherNumber(record.number) }
        self = record
    }

    /// The index in some bytes at which others begin.
    private static func firstIndex(of part: [UInt8], in bytes: [UInt8]) -> Int? {
        var start = 0
        while start + part.count <= bytes.count {
            if bytes[start...].starts(with: part) { return start }
            start += 1
        }
        return nil
    }

    private init?(_ root: JSONValue, _ checksum: String) {
        guard case .number(let number)? = root["number"], let number = UInt64(exactly: number),
            let operation = Operation(root)
        else { return nil }
        var latest: Instant?
        if let text = root["after"] {
            guard let time = text.string?.instant else {
                return nil
            }
            latest = time
        }
        self.init(
            number: number, operation, latest: latest ?? operation.time, checksum: checksum)
    }

    /// The line without its checksum and its line feed.
    private static func body(
        _ number: UInt64, _ operation: Operation, latest: Instant
    ) -> [UInt8] {
        let after =
            latest > operation.time
            ? [JSONMember("after", .string(JSONString(latest.wallText)))] : []
        let number = JSONMember("number", .number(Double(number)))
        return CanonicalJSON.bytes(.object(operation.members + after + [number]))
    }

    private static func checksum(of body: Span<UInt8>) -> String {
        String(SHA256.digest(body).hexadecimal.prefix(16))
    }
}

extension OperationRecord {
    /// The fault of a file among the records.
    package enum Fault: Error, Equatable {
        case unreadable(SystemError)
        /// The bytes are not those of a record.
        case notARecord
        /// The record is not as it was written.
        case checksum
        /// It is the record of another number.
        case otherNumber(UInt64)
        /// No record has such a name.
        case name
    }
}

// MARK: The members of an operation

extension Operation {
    fileprivate var members: [JSONMember] {
        let name = command.map { [JSONMember("command", .string(JSONString($0)))] } ?? []
        var members =
            name + [
                JSONMember("device", .string(device)),
                JSONMember("nodes", Self.array(nodes)),
                JSONMember("time", .string(JSONString(time.wallText))),
                JSONMember("user", .string(JSONString(user.description))),
            ]
        switch kind {
        case .change: break
        case .undo(let nodes): members.append(JSONMember("undid", Self.array(nodes)))
        case .maintenance: members.append(JSONMember("maintenance", .bool(true)))
        case .redo(let number): members.append(JSONMember("redid", .number(Double(number))))
        }
        return members
    }

    private static func array(_ ids: [NodeID]) -> JSONValue {
        .array(ids.map { .string(JSONString($0.description)) })
    }

    /// - Returns: nil unless it is an operation.
    fileprivate init?(_ root: JSONValue) {
        guard let device = root["device"]?.string, let nodes = Self.ids(root["nodes"]),
            let time = root["time"]?.string?.instant,
            let user = root["user"]?.string.flatMap({ UserID(text: $0.utf8.span) })
        else { return nil }
        var kind = Kind.change
        if let undid = root["undid"] {
            guard let ids = Self.ids(undid) else { return nil }
            kind = .undo(ids)
        } else if let redid = root["redid"] {
            guard case .number(let number) = redid, let number = UInt64(exactly: number) else {
                return nil
            }
            kind = .redo(number)
        } else if root["maintenance"] == .bool(true) {
            kind = .maintenance
        }
        self.init(
            time: time, user: user, device: device, nodes: nodes, kind: kind,
            command: root["command"]?.string?.description)
    }

    private static func ids(_ value: JSONValue?) -> [NodeID]? {
        guard case .array(let elements)? = value else { return nil }
        let ids = elements.compactMap { element in
            element.string.flatMap { NodeID(text: $0.utf8.span) }
        }
        return ids.count == elements.count ? ids : nil
    }
}
