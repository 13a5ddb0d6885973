import RedoSystem

/// The references of a repository, read from its files: references that libgit2 silently skips should be reported, and
/// files of any size must not be read.
///
/// ```
/// refs/heads/log      40 digits, or 'ref: ' and the name of another reference
/// packed-refs         a line for each: 40 digits, a space, a name; one of a file of its own counts more
/// ```
package struct ReferenceList {
    /// The references that lead to an object, sorted by name.
    package private(set) var sound: [GitReference] = []
    package private(set) var damaged: [Damage] = []

    /// A reference that cannot be resolved.
    package struct Damage: Sendable {
        package let name: String
        package let reason: String
    }

    private enum Value {
        case object(GitObjectID)
        case symbolic(String)
    }

    private static let maximumByteCount = 4096
    private static let maximumPackedByteCount = 1 << 26
    private static let maximumCount = GitLimits().referenceCount
    /// The maximum depth of symbolic references, as in git.
    private static let maximumDepth = 5

    /// Reads all references.
    ///
    /// - Throws: STORAGE_004 if they cannot be listed.
    package init(of repository: GitRepository) throws(RedoError) {
        let root = repository.path
        let what = "the references of \(root) cannot be listed"
        // Loose files are read first: one that is packed in between is in the packed list.
        var values: [String: Value] = [:]
        try failing(.corrupted, what) { () throws(SystemError) in
            try readDirectory("refs", in: root, &values)
        }
        let packed = try failing(.corrupted, what) { () throws(SystemError) in
            try Self.packed(in: root)
        }
        guard packed.count + values.count <= Self.maximumCount else {
            throw RedoError(
                .writeFailed, "\(root) has more than \(Self.maximumCount) references")
        }
        for (name, value) in packed {
            guard let value else {
                damaged.append(Damage(name: name, reason: "it is not a reference"))
                continue
            }
            if values[name] == nil { values[name] = .object(value) }
        }
        for (name, value) in values {
            guard GitRepository.isReferenceName(name) else {
                damaged.append(Damage(name: name, reason: "git does not allow this name"))
                continue
            }
            if let target = Self.target(value, values) {
                sound.append(GitReference(name: name, target: target))
            } else {
                damaged.append(Damage(name: name, reason: "it leads to no object"))
            }
        }
        sound.sort { $0.name < $1.name }
        damaged.sort { $0.name < $1.name }
    }

    private static func target(_ value: Value, _ values: [String: Value]) -> GitObjectID? {
        var value: Value? = value
        for _ in 0..<maximumDepth {
            switch value {
            case .object(let id): return id
            case .symbolic(let name): value = values[name]
            case nil: return nil
            }
        }
        return nil
    }

    /// Reads the files below a directory, except the locks of running writers.
    private mutating func readDirectory(
        _ directory: String, in root: String, _ values: inout [String: Value]
    ) throws(SystemError) {
        let names: [String]
        do throws(SystemError) {
            names = try Files.names(in: root + directory)
        } catch {
            if error.isNotFound { return }
            throw error
        }
        for name in names where !name.hasSuffix(".lock") {
            let full = "\(directory)/\(name)"
            // Symbolic links are not followed: they could form cycles.
            switch try Files.statusOfLink(root + full)?.kind {
            case .directory: try readDirectory(full, in: root, &values)
            case .regular:
                if let value = try Self.value(root + full) {
                    values[full] = value
                } else {
                    damaged.append(Damage(name: full, reason: "it is not a reference"))
                }
            case .other, .link: damaged.append(Damage(name: full, reason: "it is not a plain file"))
            case nil: damaged.append(Damage(name: full, reason: "it cannot be found"))
            }
        }
    }

    /// The value in a file; nil if it is missing or malformed.
    ///
    /// - Throws: ``SystemError`` if the file cannot be read, so that its target does not count as missing.
    private static func value(_ path: String) throws(SystemError) -> Value? {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try Files.read(path, limit: maximumByteCount)
        } catch {
            if error.isAboutContent || error.isDenied || error.isNotFound { return nil }
            throw error
        }
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        if let id = GitObjectID(hexadecimal: line.span) { return .object(id) }
        let start = Array("ref: ".utf8)
        guard line.starts(with: start) else { return nil }
        return .symbolic(String(decoding: line.dropFirst(start.count), as: UTF8.self))
    }

    /// The packed references; nil for a malformed line.
    static func packed(
        in root: String
    ) throws(SystemError) -> [(name: String, target: GitObjectID?)] {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try Files.read(root + "packed-refs", limit: maximumPackedByteCount)
        } catch {
            if error.isNotFound { return [] }
            throw error
        }
        var references: [(name: String, target: GitObjectID?)] = []
        // A line with '^' has the target of the tag before it.
        for line in bytes.split(separator: UInt8(ascii: "\n"))
        where line.first != UInt8(ascii: "#") && line.first != UInt8(ascii: "^") {
            let digits = line.prefix { $0 != UInt8(ascii: " ") }
            let name = String(decoding: line.dropFirst(digits.count + 1), as: UTF8.self)
            references.append((name, GitObjectID(hexadecimal: digits.span)))
        }
        return references
    }
}
