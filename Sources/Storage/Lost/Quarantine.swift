import RedoCrypto
import RedoModel
import RedoSystem

/// The directory that damaged files are moved to, where no reader of nodes finds them.
///
/// ```
/// quarantine/<name>.<random>          the file
/// quarantine/<name>.<random>.reason   lines with their checksum: why it is there; if it is a regular file its size and
///                                     SHA-256, `size 1234` and `sha256 <64 hex>`; `restored` if what its nodes had set
///                                     was written again
/// ```
///
/// Descendants of given-up nodes are in files of their own, whose names begin with ``cutOffName``.
struct Quarantine: Sendable {
    let path: String

    private var directory: ContainedDirectory { ContainedDirectory(path, depth: 1) }

    static let reasonSuffix = ".reason"

    /// The prefix of the names of files with descendants of given-up nodes. These nodes are whole, so the files are
    /// removed only when the nodes return.
    static let cutOffName = "cut-off"

    /// The prefix of the names of files with the tasks as they were before nodes were lost.
    static let tasksName = "tasks.cache"

    /// A file that was set aside.
    struct Entry: Equatable {
        let name: String
        let reason: String
        /// Whether the values that its nodes had set were written again.
        let isRestored: Bool
    }

    private static let restoredLine = "restored"

    /// Whether a file has descendants of given-up nodes.
    static func isCutOff(_ name: String) -> Bool { name.hasPrefix(cutOffName + ".") }

    /// A name for a file that does not belong to the store. It must not look like a name with a meaning here.
    static func name(forStranger name: String) -> String {
        [cutOffName, tasksName].contains { name.hasPrefix($0) } ? "other-\(name)" : name
    }

    /// Moves a file here. If it is missing, another process has moved it.
    func take(_ file: ContainedFile, as name: String, reason: String) throws(SystemError) {
        let target = try newFile(name)
        do throws(SystemError) {
            try file.move(to: target)
        } catch {
            if error.isNotFound { return }
            throw error
        }
        try write(reason, of: target)
    }

    /// Links a file here, so that it can still be read under its own name.
    func keep(_ file: ContainedFile, as name: String, reason: String) throws(SystemError) {
        let target = try newFile(name)
        try file.link(to: target)
        try write(reason, of: target)
    }

    /// Moves a file here, and back if it turns out to be wanted.
    ///
    /// Another process can replace a damaged file by a good one at any moment. So the file is moved first, and
    /// checked where no writer replaces it.
    ///
    /// - Parameter isWanted: decides by its contents.
    /// - Returns: whether it is here.
    func take(
        _ file: ContainedFile, as name: String, reason: String, unless isWanted: ([UInt8]) -> Bool
    ) throws(SystemError) -> Bool {
        let target = try newFile(name)
        do throws(SystemError) {
            try file.move(to: target)
        } catch {
            if error.isNotFound { return false }
            throw error
        }
        if let bytes = try? Files.read(target.path), isWanted(bytes) {
            _ = try target.moveUnlessTaken(to: file)
            return false
        }
        try write(reason, of: target)
        return true
    }

    /// Writes a file of nodes here, a line each. On disk when this returns.
    ///
    /// - Parameter nodes: in replay order.
    func write(_ nodes: [Node], as name: String, reason: String) throws(RedoError) {
        try writing { () throws(SystemError) in
            let target = try newFile(name)
            do throws(SystemError) {
                let file = try target.create(mode: 0o444)
                var pending: [UInt8] = []
                for node in nodes {
                    pending += node.canonicalBytes
                    pending.append(UInt8(ascii: "\n"))
                    guard pending.count >= Self.writtenByteCount else { continue }
                    try file.write(pending.span)
                    pending = []
                }
                try file.write(pending.span)
                try file.synchronize()
                try write(reason, of: target)
            } catch {
                try? target.removeIfPresent()
                throw error
            }
        }
    }

    /// The number of bytes that are buffered before they are written.
    private static let writtenByteCount = 1 << 20

    /// The files that are here, by name, with the reasons.
    func contents() throws(SystemError) -> [Entry] {
        try directory.contents().filter { !$0.hasSuffix(Self.reasonSuffix) }.sorted()
            .map {
                let reason = (try? reason(of: $0)) ?? nil
                return Entry(
                    name: $0, reason: reason?.text ?? "",
                    isRestored: reason?.isRestored ?? false)
            }
    }

    /// Records that the values that the nodes of a file had set were written again.
    func noteRestored(_ name: String) throws(SystemError) {
        let text = try reason(of: name)?.text ?? ""
        try write(text, of: ContainedFile(name, in: directory), isRestored: true)
    }

    private static let maximumReasonByteCount = 1 << 16

    // MARK: Checking

    /// The contents of the file beside a quarantined file.
    private struct Reason {
        let text: String
        /// Size and digest; nil for what is not a regular file.
        let content: [String]?
        let isRestored: Bool
        let isWhole: Bool
    }

    /// - Returns: nil if it is missing.
    private func reason(of name: String) throws(SystemError) -> Reason? {
        let path = Path.join(path, name + Self.reasonSuffix)
        do throws(SystemError) {
            let bytes = try Files.read(path, limit: Self.maximumReasonByteCount)
            let record = ChecksummedLines(reading: bytes)
            let content = record.lines.dropFirst().filter { $0 != Self.restoredLine }
            return Reason(
                text: record.lines.first ?? "", content: content.isEmpty ? nil : content,
                isRestored: record.lines.dropFirst().contains(Self.restoredLine),
                isWhole: record.isWhole)
        } catch {
            // A directory instead of the file counts as missing.
            if error.isNotFound || error.isAboutContent { return nil }
            throw error
        }
    }

    /// The difference between a file here and what was set aside.
    enum Fault: Equatable {
        case isGone, isChanged, hasNoReason, hasDamagedReason

        var description: String {
            switch self {
            case .isGone: "the file that was set aside is gone"
            case .isChanged: "the file is not what was set aside"
            case .hasNoReason: "the file that says why it was set aside is gone"
            case .hasDamagedReason: "the file that says why it was set aside is damaged"
            }
        }
    }

    /// The files that are not as they were set aside, by name. Files that a user has put here are ignored.
    ///
    /// - Complexity: O(n) for n bytes, which are hashed.
    func faults() throws(SystemError) -> [(name: String, fault: Fault)] {
        let names = try directory.contents()
        let there = Set(names)
        var faults: [(name: String, fault: Fault)] = []
        for name in names.sorted() {
            if name.hasSuffix(Self.reasonSuffix) {
                let file = String(name.dropLast(Self.reasonSuffix.utf8.count))
                if !there.contains(file) { faults.append((file, .isGone)) }
                continue
            }
            guard let reason = try reason(of: name) else {
                if Self.isSetAside(name) { faults.append((name, .hasNoReason)) }
                continue
            }
            if !reason.isWhole {
                faults.append((name, .hasDamagedReason))
            } else if reason.content != Self.content(of: Path.join(path, name)) {
                faults.append((name, .isChanged))
            }
        }
        return faults
    }

    /// Whether a name is one that ``newFile(_:)`` returns.
    private static func isSetAside(_ name: String) -> Bool {
        let digits = name.utf8.suffix(2 * randomByteCount)
        return name.utf8.count > digits.count + 1
            && name.utf8.dropLast(digits.count).last == UInt8(ascii: ".")
            && digits.allSatisfy { lowercaseHexValue($0) != nil }
    }

    /// Records the present contents of a file that is not as it was set aside.
    func settle(_ name: String, _ fault: Fault) throws(SystemError) {
        let target = ContainedFile(name, in: directory)
        let text = (try? reason(of: name))?.text ?? ""
        switch fault {
        case .isGone: try target.appending(Self.reasonSuffix).removeIfPresent()
        case .isChanged: try write("\(text); it was changed here", of: target)
        case .hasNoReason, .hasDamagedReason:
            try write(text.isEmpty ? "the reason is lost" : text, of: target)
        }
    }

    /// Size and digest of a regular file; nil for anything else.
    private static func content(of path: String) -> [String]? {
        guard let status = (try? Files.statusOfLink(path)) ?? nil, status.kind == .regular,
            let file = try? MappedFile(path)
        else { return nil }
        return [
            "size \(file.count)", "sha256 \(file.digest(ofFirst: file.count).hexadecimal)",
        ]
    }

    /// Removes a file from here, with its reason.
    func remove(_ path: String) throws(SystemError) {
        let target = ContainedFile(Path.name(of: path), in: directory)
        try target.appending(Self.reasonSuffix).removeIfPresent()
        try target.removeIfPresent()
    }

    private static let randomByteCount = 4

    private func newFile(_ name: String) throws(SystemError) -> ContainedFile {
        try directory.make()
        let random = RandomBytes.hexadecimal(count: Self.randomByteCount)
        return ContainedFile("\(name).\(random)", in: directory)
    }

    private func write(
        _ reason: String, of target: ContainedFile, isRestored: Bool = false
    ) throws(SystemError) {
        let line = reason.split(separator: "\n").joined(separator: " ")
        let lines =
            [line] + (Self.content(of: target.path) ?? []) + (isRestored ? [Self.restoredLine] : [])
        try target.appending(Self.reasonSuffix).replace(
            with: ChecksummedLines.bytes(of: lines).span, mode: 0o644)
    }
}
