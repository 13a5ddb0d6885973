import RedoCommandLine
import RedoSystem

/// The files that are made from others: the manual in `man`, the completions in `completions`, and the list of programs.
package struct Products {
    /// Paths relative to the source tree, and contents.
    package let files: [(path: String, text: String)]

    /// Creates all of them.
    ///
    /// - Parameters:
    ///   - root: the source tree.
    ///   - suite: the commands that the manual is of.
    /// - Throws: ``ManualError`` where a source is missing or cannot be understood.
    package init(root: String, of suite: CommandSuite) throws(ManualError) {
        let index = ManualIndex(suite)
        var files: [(path: String, text: String)] = []
        for command in suite.specifications {
            let name = "redo-\(command.name).1"
            let page = try Page(index, source: try Self.read(root, "man/src/\(name)"), name: name)
            let isForPrograms = suite.forPrograms.contains(command.name)
            files.append(
                ("man/\(name)", try page.text(of: command, isForPrograms: isForPrograms)))
        }
        for guide in Guide.all {
            let page = try Page(
                index, source: try Self.read(root, "man/src/\(guide.file)"), name: guide.file)
            files.append(("man/\(guide.file)", try page.text(of: guide)))
        }
        let overview = try Page(
            index, source: try Self.read(root, "man/src/redo.1"), name: "redo.1")
        files.append(("man/redo.1", try overview.textOfSuite()))
        for shell in Completions.allCases {
            let source = try Self.read(root, "completions/src/\(shell.fileName)")
            files.append(
                ("completions/\(shell.fileName)", try shell.text(source: source, of: suite)))
        }
        let programs = suite.forPrograms.map { "\($0)\n" }.joined()
        files.append(("desktop/programs", programs))
        self.files = files
    }

    private static func read(_ root: String, _ path: String) throws(ManualError) -> String {
        do throws(SystemError) {
            return String(decoding: try Files.read(Path.join(root, path)), as: UTF8.self)
        } catch {
            throw ManualError("\(path) cannot be read: \(error)")
        }
    }
}
