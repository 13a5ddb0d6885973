/// The names of the suite's program, and other programs in the same folder.
package enum SuiteExecutables {
    /// Where they are: what `REDO_EXEC_PATH` says, else `../libexec/redo` beside this executable's
    /// folder, else that folder.
    ///
    /// - Throws: STORAGE_001 if that cannot be found out.
    package static func folder() throws(RedoError) -> String {
        if let path = Environment.value(of: "REDO_EXEC_PATH") { return path }
        do throws(SystemError) {
            let folder = Path.parent(of: try Program.executablePath())
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
}
