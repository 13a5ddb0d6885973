import RedoSystem

/// A configuration on disk.
///
/// ```swift
/// try store.configurationFile.change { $0.set(name, to: value) }
/// ```
package struct ConfigurationFile: Sendable {
    package let path: String
    /// Whether it is the user's file and not a store's.
    package let isUsers: Bool

    package init(path: String, isUsers: Bool = false) {
        self.path = path
        self.isUsers = isUsers
    }

    package var origin: Configuration.Origin {
        isUsers ? .user(path: path) : .store(path: path)
    }

    /// The maximum size. A configuration is written by hand, and no one writes that much.
    private static let maximumByteCount = 1 << 20

    /// Reads the file; an empty configuration if it is missing.
    ///
    /// - Throws: STORAGE_001 if it cannot be read, STORAGE_004 with the line of a syntax error, STORAGE_005 if it is
    ///   the user's and someone else could have written it.
    package func read() throws(RedoError) -> Configuration {
        try parsed(try text())
    }

    /// The text of the file, unparsed; empty if it is missing. A path in it can have any bytes (``SystemText``).
    ///
    /// - Throws: STORAGE_001 if it cannot be read, STORAGE_005 if it is the user's and someone else could have written it.
    package func text() throws(RedoError) -> String {
        let found: (bytes: [UInt8], status: FileStatus)
        do throws(SystemError) {
            found = try Files.readWithStatus(path, limit: Self.maximumByteCount)
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

    /// Requires that only the user could have written the file: it names programs to run, and hosts that get
    /// credentials. Write permission for a group is accepted, since on many systems each user has a group.
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

    /// Parses a text for the file.
    ///
    /// - Throws: STORAGE_004 with the line of a syntax error.
    package func parsed(_ text: String) throws(RedoError) -> Configuration {
        do throws(Configuration.SyntaxError) {
            var configuration = try Configuration(parsing: text)
            configuration.origin = origin
            return configuration
        } catch {
            throw syntaxError(line: error.line)
        }
    }

    /// Reads what is in the syntax; other lines stay as they are, and mean nothing.
    ///
    /// - Returns: also the errors about the other lines.
    /// - Throws: as ``read()``, but not for a syntax error.
    package func readSoundLines() throws(RedoError) -> (Configuration, [RedoError]) {
        var lines: [Int] = []
        var configuration = Configuration(reading: try text(), wrongLines: &lines)
        configuration.origin = origin
        return (configuration, lines.map(syntaxError))
    }

    private func syntaxError(line: Int) -> RedoError {
        RedoError(
            .corrupted, "line \(line) of \(path) is not in the syntax of a configuration",
            hints: [
                "'redo config \(isUsers ? "--global " : "")--edit' opens it: a section is [name], "
                    + "an entry is key = value"
            ])
    }

    /// Replaces the file atomically. If it is a symbolic link, the link stays and its target is replaced.
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
    /// How long another command is waited for, in milliseconds.
    private static let patience = 10_000

    /// Waits until no other command changes the file, and lets none change it while the returned value exists: of two
    /// that read, change and write at once, one would lose its change.
    ///
    /// - Returns: nil if the file cannot be locked: it cannot be written either, or is on a file system without locks.
    /// - Throws: STORAGE_003 if another command does not end.
    package func lock() throws(RedoError) -> FileLock? {
        let taken: FileLock?
        do throws(SystemError) {
            try Files.makeDirectories(Path.parent(of: path))
            taken = try FileLock.take(
                replaceable: Path.target(of: path), patience: Self.patience)
        } catch {
            return nil
        }
        guard let lock = consume taken else {
            throw RedoError(
                .writeFailed, "another command is changing the configuration \(path)",
                hints: ["repeat the command when that one has ended"])
        }
        return lock
    }

    /// Reads the file, changes its configuration, and writes it atomically.
    ///
    /// - Parameter body: changes the configuration; if it throws, nothing is written. It changes no other configuration.
    package func change(
        _ body: (inout Configuration) throws(RedoError) -> Void
    ) throws(RedoError) {
        let lock = try lock()
        defer { _ = lock }
        var configuration = try read()
        try body(&configuration)
        try write(configuration)
    }
}
