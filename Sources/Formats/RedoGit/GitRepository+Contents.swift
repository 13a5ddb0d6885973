import RedoModel
import RedoSystem

extension GitRepository {
    /// Whether the repository has any object, reachable or not.
    ///
    /// - Throws: STORAGE_004 if the directory cannot be listed.
    package func hasObjects() throws(RedoError) -> Bool {
        let directory = Path.join(path, "objects")
        return try failing(.corrupted, "the objects of \(path) cannot be listed") {
            () throws(SystemError) in
            for name in try Files.names(in: directory) {
                let inner = Path.join(directory, name)
                guard name == "pack" || name.utf8.count == 2, Files.isDirectory(inner) else {
                    continue
                }
                let names = try Files.names(in: inner)
                if name == "pack"
                    ? names.contains(where: { $0.hasSuffix(".pack") }) : !names.isEmpty
                {
                    return true
                }
            }
            return false
        }
    }

    /// The URL of a remote in the repository's own configuration. It is not trusted, and only printed.
    package func configuredURL(ofRemote name: String) -> String? {
        (try? GitConfiguration(path: Path.join(path, "config")))?.text(of: "remote.\(name).url")
    }

    /// The directory for `git -C`: the working tree if there is one.
    package var workingPath: String {
        var path = path[...]
        while path.count > 1, path.hasSuffix("/") { path = path.dropLast() }
        return path.hasSuffix("/.git") ? Path.parent(of: String(path)) : String(path)
    }

    /// Whether an object is a commit that looks like the checkpoint of a mirror.
    package func isCheckpoint(_ id: GitObjectID) -> Bool {
        (try? commitHeader(id))?.isCheckpoint ?? false
    }
}
