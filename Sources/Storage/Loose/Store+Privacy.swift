import RedoSystem

extension Store {
    /// Closes the folder of a store to all but its owner. What is below needs no modes of its own then.
    ///
    /// - Returns: the permissions that the folder had, if others could enter or read it and now cannot.
    package static func makePrivate(_ path: String) -> UInt32? {
        guard let folder = try? FileDescriptor(opening: path, for: .directory),
            let status = try? folder.status(), status.permissions & 0o077 != 0
        else { return nil }
        do throws(SystemError) {
            try folder.setPermissions(status.permissions & 0o700)
            return status.permissions
        } catch {
            return nil
        }
    }
}
