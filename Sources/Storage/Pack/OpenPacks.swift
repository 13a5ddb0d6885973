import RedoSystem

/// The packs that a command has open, so that it maps and checks each index once.
///
/// A pack is looked up by its name and by the status of its two files, so that one that was rewritten in between is
/// opened again.
final class OpenPacks: Sendable {
    /// The identity of a file, which differs for a file that replaces it.
    private struct Version: Equatable {
        let identity: FileStatus.Identity
        let size: Int
        let changed: FileStatus.Moment
    }

    private struct Entry {
        let pack: Pack
        let versions: [Version]
    }

    private let entries = Locked<[PackName: Entry]>([:])

    /// Opens a pack, or returns the open one.
    ///
    /// - Parameter chunks: of the index, those that will be read; those that were not checked before are checked now.
    /// - Throws: STORAGE_004 if the pack or its index is damaged.
    func pack(
        _ name: PackName, in directory: PackDirectory, using chunks: [IndexChunk]
    ) throws(RedoError) -> Pack {
        let versions = [name.packFileName, name.indexFileName].compactMap {
            Self.version(of: Path.join(directory.path, $0))
        }
        let known = entries.withLock { $0[name] }
        if let known, known.versions == versions {
            let missing = chunks.filter { !known.pack.index.isOpen($0) }
            if missing.isEmpty { return known.pack }
            return keep(try Pack(known.pack, alsoUsing: missing, in: directory.path), versions)
        }
        return keep(try Pack(name, in: directory, using: chunks), versions)
    }

    private func keep(_ pack: Pack, _ versions: [Version]) -> Pack {
        // Without both files it cannot be detected when one is replaced.
        if versions.count == 2 {
            entries.withLock { $0[pack.name] = Entry(pack: pack, versions: versions) }
        }
        return pack
    }

    private static func version(of path: String) -> Version? {
        guard let status = (try? Files.status(of: path)) ?? nil else { return nil }
        return Version(identity: status.identity, size: status.size, changed: status.changed)
    }
}
