import RedoCrypto
import RedoModel
import RedoSystem

extension Store {
    /// Programs that copy folders between machines keep files of their own in them.
    private static let foreignPrefixes = [".syncthing.", ".stfolder", ".stversions", ".stignore"]

    /// The paths of what lies among the nodes and is not a file of a store, sorted: copies that a
    /// synchronising program has made, for one. Temporary files are left out, since `redo gc` removes them
    /// when they are old.
    ///
    /// - Throws: STORAGE_001 if the store cannot be listed.
    func garbage() throws(RedoError) -> [String] {
        try listed { () throws(SystemError) in
            var found: [String] = []
            for name in try objects.folder.contents() {
                let path = Path.join(objects.root, name)
                if path == packs.path { continue }
                if try Self.isFolder(path), LooseObjects.isFolderName(name) {
                    found += try garbage(in: objects.folder.folder(name)) {
                        NodeID("sha256:" + name + $0) != nil
                    }
                } else if !Self.isPassedOver(name) {
                    found.append(path)
                }
            }
            if try Self.isFolder(packs.path) {
                found += try garbage(in: folder("objects", "pack")) {
                    PackName(fileName: $0) != nil
                        || PackName(fileName: $0, suffix: PackFormat.indexSuffix) != nil
                }
            }
            return found.sorted()
        }
    }

    /// Whether a path is a folder.
    ///
    /// - Throws: ``SystemError`` if that cannot be told: a repair must not take a folder of nodes for something else.
    private static func isFolder(_ path: String) throws(SystemError) -> Bool {
        switch try Files.statusOfLink(path)?.kind {
        case .directory: true
        case .link: Files.isDirectory(path)
        case .regular, .other, nil: false
        }
    }

    private func garbage(
        in folder: ContainedFolder, unless isOwn: (String) -> Bool
    ) throws(SystemError) -> [String] {
        try folder.contents().filter { !isOwn($0) && !Self.isPassedOver($0) }
            .map { folder.file($0) }
    }

    private static func isPassedOver(_ name: String) -> Bool {
        LooseObjects.isTemporary(name)
            || foreignPrefixes.contains { name.hasPrefix($0) }
    }
}
