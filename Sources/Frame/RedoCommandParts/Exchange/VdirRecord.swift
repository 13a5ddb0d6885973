import RedoCrypto
import RedoInterchange
import RedoJSON
import RedoModel
import RedoSystem

/// The state of a folder at the last run of `redo vdir`: a cache of the store.
///
/// ```
/// RedoVdr1   magic
/// 32 bytes   SHA-256 of all that follows
/// 32 bytes   digest of what it depends on: the store, the query, the version
///  8 bytes   when it was written, in nanoseconds since 1970
///  4 bytes   number of files
/// for each file, sorted by name:
///   2 bytes  length of the name, which follows
///  32 bytes  times of modification and change, size, inode
///   8 bytes  where its details begin after this list, and their length
/// details    JSON
/// ```
package struct VdirRecord {
    /// A file as it was.
    package struct Entry {
        package let name: String
        package var signature: FileStatus.Signature
        package var details: Details

        package init(name: String, signature: FileStatus.Signature, details: Details) {
            (self.name, self.signature, self.details) = (name, signature, details)
        }
    }

    /// The record of a file beside its status.
    package struct Details: Equatable {
        /// The digest of the contents.
        package var digest = ""
        /// Why it is left alone; nil for a file of a task.
        package var excuse: String?
        package var task: TaskID?
        /// The heads of the task.
        package var heads: [String] = []
        /// The task as the file has it, and as the log had it; neutral form.
        package var theirs: JSONValue = .null
        package var ours: JSONValue = .null

        package init() {}

        /// The UID of the task in the file.
        package var uid: String? { theirs["uid"]?.string?.description }

        /// The parts of the task in the file that were not imported, in words.
        package var remarks: [String] {
            guard case .array(let remarks)? = theirs["remarks"] else { return [] }
            return remarks.compactMap { $0.string?.description }
        }

        private static let duplicate = "its UID is that of "

        /// True if the file is left alone as long as another one has its UID.
        package var isDuplicate: Bool { excuse?.hasPrefix(Self.duplicate) == true }

        /// Records that the file is left alone because another file has its UID.
        package mutating func leaveAlone(as name: String) { excuse = Self.duplicate + name }
    }

    /// A digest of what the record depends on beside the folder.
    package let stamp: [UInt8]
    /// In nanoseconds since 1970.
    package let written: Int64
    package private(set) var names: [String] = []
    package private(set) var signatures: [FileStatus.Signature] = []
    private var ranges: [Range<Int>] = []
    private var bytes: [UInt8] = []

    private static let magic = Array("RedoVdr1".utf8)
    private static let digestCount = 32

    /// An empty record.
    package init() { (stamp, written) = ([], 0) }

    package var count: Int { names.count }

    /// Reads a record; nil for a file with any fault.
    package init?(_ bytes: [UInt8]) {
        let head = Self.magic.count + Self.digestCount
        guard bytes.count >= head + Self.digestCount + 12, bytes.starts(with: Self.magic) else {
            return nil
        }
        var sha256 = IncrementalSHA256()
        sha256.update(bytes.span.extracting(head...))
        guard sha256.digest().bytes == Array(bytes[Self.magic.count..<head]) else { return nil }
        // The checksum holds, so this suite wrote what follows.
        let span = bytes.span
        stamp = Array(bytes[head..<head + Self.digestCount])
        var offset = head + Self.digestCount
        written = span.number(at: offset)
        let count = Int(span.number(at: offset + 8, as: UInt32.self))
        offset += 12
        var offsets: [(Int, Int)] = []
        for _ in 0..<count {
            guard bytes.count >= offset + 2 else { return nil }
            let length = Int(span.number(at: offset, as: UInt16.self))
            guard bytes.count >= offset + 2 + length + 40 else { return nil }
            names.append(String(decoding: bytes[offset + 2..<offset + 2 + length], as: UTF8.self))
            offset += 2 + length
            signatures.append(
                FileStatus.Signature(
                    modified: span.number(at: offset), changed: span.number(at: offset + 8),
                    size: span.number(at: offset + 16), inode: span.number(at: offset + 24)))
            offsets.append(
                (
                    Int(span.number(at: offset + 32, as: UInt32.self)),
                    Int(span.number(at: offset + 36, as: UInt32.self))
                ))
            offset += 40
        }
        for (start, length) in offsets {
            guard offset + start + length <= bytes.count else { return nil }
            ranges.append(offset + start..<offset + start + length)
        }
        self.bytes = bytes
    }

    /// The file of a number, with its details.
    package func entry(_ number: Int) -> Entry {
        let root = (try? JSONDocument(Array(bytes[ranges[number]])))?.root
        var details = Details()
        details.digest = root?["digest"]?.string?.description ?? ""
        details.excuse = root?["excuse"]?.string?.description
        details.task = (root?["task"]?.string?.description).flatMap { TaskID($0) }
        details.heads = root?["heads"]?.elements.compactMap { $0.string?.description } ?? []
        details.theirs = root?["theirs"]?.value ?? .null
        details.ours = root?["ours"]?.value ?? .null
        return Entry(name: names[number], signature: signatures[number], details: details)
    }

    /// The bytes of a record.
    ///
    /// - Parameter entries: sorted by name.
    package static func bytes(
        _ entries: [Entry], stamp: [UInt8], written: Int64
    ) -> [UInt8] {
        var rest = stamp
        rest.append(littleEndian: written)
        rest.append(littleEndian: UInt32(entries.count))
        var details: [UInt8] = []
        for entry in entries {
            let start = details.count
            CanonicalJSON.append(entry.details.json, to: &details)
            let name = Array(entry.name.utf8)
            rest.append(littleEndian: UInt16(name.count))
            rest += name
            rest.append(littleEndian: entry.signature.modified)
            rest.append(littleEndian: entry.signature.changed)
            rest.append(littleEndian: entry.signature.size)
            rest.append(littleEndian: entry.signature.inode)
            rest.append(littleEndian: UInt32(start))
            rest.append(littleEndian: UInt32(details.count - start))
        }
        rest += details
        var sha256 = IncrementalSHA256()
        sha256.update(rest.span)
        return magic + sha256.digest().bytes + rest
    }
}

extension VdirRecord.Details {
    fileprivate var json: JSONValue {
        var members = [JSONMember("digest", .text(digest))]
        if let excuse { members.append(JSONMember("excuse", .text(excuse))) }
        if let task { members.append(JSONMember("task", .text(task.description))) }
        if !heads.isEmpty { members.append(JSONMember("heads", .array(heads.map { .text($0) }))) }
        if theirs != .null { members.append(JSONMember("theirs", theirs)) }
        if ours != .null { members.append(JSONMember("ours", ours)) }
        return .object(members)
    }
}
