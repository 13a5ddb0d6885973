/// The programs of the suite, which are names of one executable, and other programs in the same directory.
package enum SuiteExecutables {
    /// The directory of the programs: `REDO_EXEC_PATH`, else `../libexec/redo` beside this executable's directory, else
    /// that directory.
    ///
    /// - Throws: STORAGE_001 if this executable cannot be found.
    package static func directory() throws(RedoError) -> String {
        if let path = Environment.value(of: "REDO_EXEC_PATH") { return path }
        do throws(SystemError) {
            let directory = Path.parent(of: try Program.executablePath())
            let installed = Path.join(Path.parent(of: directory), "libexec/redo")
            return Files.isDirectory(installed) ? installed : directory
        } catch {
            throw RedoError(.notFound, "the suite's executables cannot be found", cause: error)
        }
    }

    /// The path of `redo-NAME`, of the suite or in PATH; nil if there is none.
    ///
    /// - Throws: STORAGE_001 if the suite's directory cannot be found.
    package static func path(of name: String) throws(RedoError) -> String? {
        guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: "/")) else { return nil }
        return ([try directory()] + Environment.searchPath)
            .map { Path.join($0, "redo-\(name)") }.first { Files.isExecutable($0) }
    }

    /// Runs a command of the suite in its own process, with the input and the standard error of this one, and waits for
    /// its end.
    ///
    /// - Parameter output: the descriptor of its standard output; nil for that of this process.
    /// - Returns: its exit status, or 128 and the number of the signal that ended it.
    /// - Throws: STORAGE_001 if it cannot be run.
    package static func run(
        _ name: String, _ words: [String], output: Int32? = nil
    ) throws(RedoError) -> Int32 {
        let path = Path.join(try directory(), "redo-\(name)")
        return try failing(.notFound, "'redo \(name)' cannot be run") {
            () throws(SystemError) in
            try Program.run(path, arguments: ["redo-\(name)"] + words, output: output)
        }
    }
}
