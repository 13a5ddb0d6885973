import RedoSystem

/// The programs of the suite besides this one.
package enum SuiteExecutables {
    /// What speaks with git: it alone links libgit2.
    package static let git = "redo-remote-git"

    /// Where they are: what `REDO_EXEC_PATH` says, else `../libexec/redo` beside this executable's
    /// folder, else that folder.
    ///
    /// - Throws: STORAGE_001 if that cannot be found out.
    package static func folder() throws(RedoError) -> String {
        if let path = Environment.value(of: "REDO_EXEC_PATH") { return path }
        do throws(SystemError) {
            let folder = Path.parent(of: try Path.resolved("/proc/self/exe"))
            let installed = Path.join(Path.parent(of: folder), "libexec/redo")
            return Files.isDirectory(installed) ? installed : folder
        } catch {
            throw RedoError(.notFound, "the suite's executables cannot be found", cause: error)
        }
    }

    /// The file of `redo-NAME`, of the suite or in PATH; nil if there is none.
    ///
    /// - Throws: STORAGE_001 if the suite's folder cannot be found out.
    package static func path(of name: String) throws(RedoError) -> String? {
        guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: "/")) else { return nil }
        return ([try folder()] + Environment.searchPath)
            .map { Path.join($0, "redo-\(name)") }.first { Files.isExecutable($0) }
    }

    /// Becomes a command of another program of the suite.
    ///
    /// - Parameters:
    ///   - program: its file name.
    ///   - name: of the command.
    package static func become(
        _ program: String, as name: String, _ arguments: [String]
    ) throws(RedoError) -> Never {
        let path = Path.join(try folder(), program)
        try failing(.notFound, "'redo \(name)' cannot be run") { () throws(SystemError) in
            try Program.replace(with: path, arguments: ["redo-\(name)"] + arguments)
        }
    }

    /// Runs a command of another program of the suite, and waits for its end. It has the input and the
    /// outputs of this process.
    ///
    /// - Returns: its exit status, or 128 and the number of the signal that ended it.
    package static func run(
        _ program: String, as name: String, _ arguments: [String]
    ) throws(RedoError) -> Int32 {
        let path = Path.join(try folder(), program)
        return try failing(.notFound, "'redo \(name)' cannot be run") { () throws(SystemError) in
            try Program.run(path, arguments: ["redo-\(name)"] + arguments)
        }
    }
}
