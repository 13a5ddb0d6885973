import RedoModel
import RedoSystem

/// The packs of a repository, and of those from which it borrows objects. Each is checked before libgit2 reads it.
struct GitPackSet {
    /// A pack that is not used, with the reason.
    struct Damage: Sendable {
        let path: String
        let reason: String

        var sentence: String { "\(path.printable) cannot be used: \(reason)" }

        var error: RedoError {
            RedoError(
                .corrupted, sentence,
                hints: [
                    "if its pack is good, remove the index, and 'git index-pack FILE.pack' creates it again"
                ])
        }
    }

    /// The directories of objects: the repository's own, then those of `info/alternates`.
    private(set) var directories: [String]
    /// The indexes of packs that libgit2 may read.
    private(set) var sound: [String] = []
    private(set) var damaged: [Damage] = []
    private let owner: GitRepository.Owner
    private var checked: [String: Verdict] = [:]

    /// The result of the check of an index, valid while neither file changes.
    private struct Verdict {
        let index: FileIdentity
        let pack: FileIdentity?
        let reason: String?
    }

    /// The identity and state of a file, which change with its contents.
    private struct FileIdentity: Equatable {
        let identity: FileStatus.Identity
        let size: Int
        let modified: Int

        init?(_ path: String) {
            guard let status = (try? Files.status(of: path)) ?? nil else { return nil }
            (identity, size, modified) = (status.identity, status.size, status.modified)
        }
    }

    /// The maximum depth of alternates of alternates, as in git.
    private static let maximumDepth = 5
    private static let maximumDirectoryCount = 64
    private static let maximumListByteCount = 1 << 16
    private static let maximumPackCount = 100_000

    init(of objects: String, _ owner: GitRepository.Owner) {
        directories = [objects]
        self.owner = owner
    }

    /// Lists the packs, and checks new ones. O(n) for n bytes of the new indexes.
    ///
    /// - Returns: whether the set of packs has changed.
    @discardableResult
    mutating func update() -> Bool {
        let before = (directories, sound)
        directories = Self.withAlternates(directories[0])
        sound = []
        damaged = []
        for directory in directories { update(in: Path.join(directory, "pack")) }
        return before.0 != directories || before.1 != sound
    }

    private mutating func update(in directory: String) {
        let names: [String]
        do throws(SystemError) {
            names = try Files.names(in: directory).filter { $0.hasSuffix(".idx") }.sorted()
        } catch {
            if !error.isNotFound { damaged.append(Damage(path: directory, reason: error.reason)) }
            return
        }
        guard names.count <= Self.maximumPackCount else {
            damaged.append(Damage(path: directory, reason: "it has \(names.count) packs"))
            return
        }
        for name in names where !name.hasPrefix("tmp_") {
            let path = Path.join(directory, name)
            // It was removed in the meantime, and its objects were written elsewhere before.
            guard let index = FileIdentity(path) else { continue }
            let pack = FileIdentity(GitPackIndexCheck.pack(of: path))
            if checked[path]?.index != index || checked[path]?.pack != pack {
                let reason = GitPackIndexCheck.damage(of: path, followsDeltas: owner == .stranger)
                checked[path] = Verdict(index: index, pack: pack, reason: reason)
            }
            if let reason = checked[path]?.reason {
                damaged.append(Damage(path: path, reason: reason))
            } else {
                sound.append(path)
            }
        }
    }

    /// A directory of objects and those from which it borrows, without duplicates.
    private static func withAlternates(_ objects: String) -> [String] {
        var directories = [objects]
        var level = [objects]
        for _ in 0..<maximumDepth where !level.isEmpty {
            var next: [String] = []
            for directory in level {
                for other in alternates(of: directory)
                where !directories.contains(other) && directories.count < maximumDirectoryCount {
                    directories.append(other)
                    next.append(other)
                }
            }
            level = next
        }
        return directories
    }

    private static func alternates(of directory: String) -> [String] {
        let path = Path.join(directory, "info/alternates")
        guard let status = (try? Files.status(of: path)) ?? nil, status.kind == .regular,
            let bytes = try? Files.read(path, limit: maximumListByteCount)
        else { return [] }
        return bytes.split(separator: UInt8(ascii: "\n"))
            .filter { $0.first != UInt8(ascii: "#") }
            .map { Path.join(directory, SystemText.text(Array($0))) }
            .filter { Files.isDirectory($0) }
    }
}
