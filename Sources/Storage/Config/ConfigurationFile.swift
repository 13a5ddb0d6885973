import RedoSystem

/// A configuration on disk.
package struct ConfigurationFile: Sendable {
    package let path: String
    /// Whether it is the user's, and not a store's.
    package let isUsers: Bool

    package init(path: String, isUsers: Bool = false) {
        self.path = path
        self.isUsers = isUsers
    }

    package var origin: Configuration.Origin {
        isUsers ? .user(path: path) : .store(path: path)
    }

    /// A configuration is written by hand; this is far more than anyone writes.
    private static let greatestByteCount = 1 << 20

    /// Reads the file; an empty configuration where there is none.
    ///
    /// - Throws: STORAGE_001 if it cannot be read, STORAGE_004 with the line that is not in the
    ///   syntax, STORAGE_005 if it is the user's and someone else could have written it.
    package func read() throws(RedoError) -> Configuration {
        try parsed(try text())
    }

    /// The text of the file, whatever it says, in which a path can have any bytes (``SystemText``); empty if there is
    /// none.
    ///
    /// - Throws: STORAGE_001 if it cannot be read, STORAGE_005 if it is the user's and someone else could have written it.
    package func text() throws(RedoError) -> String {
        let found: (bytes: [UInt8], status: FileStatus)
        do throws(SystemError) {
            found = try Files.readWithStatus(path, limit: Self.greatestByteCount)
        } catch {
            if error.isNotFound { return "" }
            throw RedoError(
                .notFound, "the configuration cannot be read", cause: error,
                hints: error.isDenied
                    ? ["make it readable for you"]
                    : error.isAboutKind
                        ? ["move it away: it is not a file; without one the defaults apply"] : [])
        }
        if isUsers { try requireOwn(found.status) }
        return SystemText.text(found.bytes)
    }

    /// The user's configuration names programs that run, and hosts that get credentials. A group may write to it, as where each
    /// user has a group.
    ///
    /// - Throws: STORAGE_005 if neither the user nor root owns it, or everyone can write to it.
    private func requireOwn(_ status: FileStatus) throws(RedoError) {
        guard [0, Environment.effectiveUser].contains(status.owner) else {
            throw RedoError(
                .notPermitted,
                "the configuration \(path) belongs to user \(status.owner), not to you",
                hints: ["'chown $(id -u) \(shellWord(path))' makes it yours, if you wrote it"])
        }
        guard status.permissions & 0o002 == 0 else {
            let mode = String(status.permissions, radix: 8)
            throw RedoError(
                .notPermitted, "others can write to the configuration \(path) (mode \(mode))",
                hints: ["'chmod o-w \(shellWord(path))' keeps others out; read it before"])
        }
    }

    /// What a text for the file says.
    ///
    /// - Throws: STORAGE_004 with the line that is not in the syntax.
    package func parsed(_ text: String) throws(RedoError) -> Configuration {
        do throws(Configuration.SyntaxError) {
            var configuration = try Configuration(parsing: text)
            configuration.origin = origin
            return configuration
        } catch {
            throw RedoError(
                .corrupted, "line \(error.line) of \(path) is not in the syntax of a configuration",
                hints: [
                    "fix the line with an editor: a section is [name], an entry is key = value"
                ])
        }
    }

    /// Replaces the file in one step. One that is a link into a folder of such files stays one, and what
    /// it leads to is replaced.
    ///
    /// - Throws: STORAGE_003 if it cannot be written.
    package func write(_ configuration: Configuration) throws(RedoError) {
        do throws(SystemError) {
            try Files.makeDirectories(Path.parent(of: path))
            try Files.replaceTarget(
                of: path, with: SystemText.bytes(of: configuration.text).span,
                mode: .kept(orNew: 0o644))
        } catch {
            throw RedoError(.writeFailed, "the configuration cannot be written", cause: error)
        }
    }
}

extension ConfigurationFile {
    /// Reads the file, changes what it says, and writes it in one step.
    ///
    /// - Parameter body: changes the configuration; if it throws, nothing is written.
    package func change(
        _ body: (inout Configuration) throws(RedoError) -> Void
    ) throws(RedoError) {
        var configuration = try read()
        try body(&configuration)
        try write(configuration)
    }
}
