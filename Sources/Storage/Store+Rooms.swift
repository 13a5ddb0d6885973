import RedoSystem

extension Store {
    /// Waits until no other command writes into a room: each then sees what was said before it.
    ///
    /// The lock is that of the store's folder, and lasts as long as the returned value.
    ///
    /// - Throws: STORAGE_003 if the folder cannot be locked.
    package func roomLock() throws(RedoError) -> FileLock {
        try failing(.writeFailed, "the store cannot be locked for a room") {
            () throws(SystemError) in
            try FileLock.wait(directory: path)
        }
    }
}
