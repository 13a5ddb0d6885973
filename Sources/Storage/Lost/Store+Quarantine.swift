import RedoSystem

extension Store {
    /// The files that were moved aside, by name, with why.
    ///
    /// - Throws: STORAGE_001 if the folder cannot be listed.
    package func quarantined() throws(RedoError) -> [(name: String, reason: String)] {
        do throws(SystemError) {
            return try objects.quarantine.contents().map { ($0.name, $0.reason) }
        } catch {
            if error.isNotFound { return [] }
            throw RedoError(.notFound, "the quarantine cannot be listed", cause: error)
        }
    }
}
