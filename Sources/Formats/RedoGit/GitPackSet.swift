import RedoModel
import RedoSystem

/// The packs of a repository, and of those that it borrows objects from, each checked before libgit2 sees
/// it.
struct GitPackSet {
    /// A pack that is not used.
    struct Damage: Sendable {
        let path: String
        let reason: String

        var sentence: String { "\(path.printable) cannot be used: \(reason)" }

        var error: RedoError {
            RedoError(
                .corrupted, sentence,
                hints: [
                    "if its pack is good, remove the index, and 'git index-pack FILE.pack' makes it again"
                ])
        }
    }

    /// The folders of objects: the repository's own, then those that `info/alternates` names.
    private(set) var folders: [String]
    /// The indexes of packs that libgit2 may read.
    private(set) var sound: [String] = []
    private(set) var damaged: [Damage] = []
    private let owner: GitRepository.Owner
    private var checked: [String: Verdict] = [:]

    /// What was found of an index, while neither file has changed.
    private struct Verdict {
        let index: FileIdentity
        let pack: FileIdentity?
        let reason: String?
    }

    /// What changes with a file.
    private struct FileIdentity: Equatable {
        let identity: FileStatus.Identity
        let size: Int
        let modified: Int

        init?(_ path: String) {
            guard let status = (try? Files.status(of: path)) ?? nil else { return nil }
            (identity, size, modified) = (status.identity, status.size, status.modified)
        }
    }

    /// Alternates of alternates are followed so far, as in git.
    private static let greatestDepth = 5
    private static let greatestFolderCount = 64
    private static let greatestListByteCount = 1 << 16
    private static let greatestPackCount = 100_000

    init(of objects: String, _ owner: GitRepository.Owner) {
        folders = [objects]
        self.owner = owner
    }

    /// Looks which packs there are. O(n) in the bytes of the indexes that are new.
    ///
    /// - Returns: whether others are there than before.
    @discardableResult
    mutating func look() -> Bool {
        let before = (folders, sound)
        folders = Self.withAlternates(folders[0])
        sound = []
        damaged = []
        for folder in folders { look(in: Path.join(folder, "pack")) }
        return before.0 != folders || before.1 != sound
    }

    private mutating func look(in folder: String) {
        let names: [String]
        do throws(SystemError) {
            names = try Files.names(in: folder).filter { $0.hasSuffix(".idx") }.sorted()
        } catch {
            if !error.isNotFound { damaged.append(Damage(path: folder, reason: error.reason)) }
            return
        }
        guard names.count <= Self.greatestPackCount else {
            damaged.append(Damage(path: folder, reason: "it has \(names.count) packs"))
            return
        }
        for name in names where !name.hasPrefix("tmp_") {
            let path = Path.join(folder, name)
            // Gone by now: whoever removed it has written what it had elsewhere.
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

    /// A folder of objects and those that it borrows from, each once.
    private static func withAlternates(_ objects: String) -> [String] {
        var folders = [objects]
        var level = [objects]
        for _ in 0..<greatestDepth where !level.isEmpty {
            var next: [String] = []
            for folder in level {
                for other in alternates(of: folder)
                where !folders.contains(other) && folders.count < greatestFolderCount {
                    folders.append(other)
                    next.append(other)
                }
            }
            level = next
        }
        return folders
    }

    private static func alternates(of folder: String) -> [String] {
        let path = Path.join(folder, "info/alternates")
        guard let status = (try? Files.status(of: path)) ?? nil, status.kind == .regular,
            let bytes = try? Files.read(path, limit: greatestListByteCount)
        else { return [] }
        return bytes.split(separator: UInt8(ascii: "\n"))
            .filter { $0.first != UInt8(ascii: "#") }
            .map { Path.join(folder, SystemText.text(Array($0))) }
            .filter { Files.isDirectory($0) }
    }
}
