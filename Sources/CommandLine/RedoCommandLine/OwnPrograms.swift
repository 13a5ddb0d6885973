import RedoSystem

/// The programs that an executable is if it was started by other names than those of commands, `redo-remote-git`.
package struct OwnPrograms: Sendable {
    package typealias Program = @Sendable (_ words: [String]) -> Never

    /// By the names without `redo-`.
    private let programs: [String: Program]

    package init(_ programs: [String: Program] = [:]) { self.programs = programs }

    /// The program of a name; nil if the executable has none.
    package func program(named name: String) -> Program? { programs[name] }

    /// Goes on as one of the programs if a file is this executable; returns otherwise.
    ///
    /// To start the executable again takes half as long as a fetch from a folder that has nothing new.
    ///
    /// - Parameters:
    ///   - path: the file that is to run, which a user can have replaced.
    ///   - words: the arguments of the program.
    package func goOn(as name: String, at path: String, _ words: [String]) {
        guard let program = programs[name],
            let own = try? Files.status(of: RedoSystem.Program.executable),
            let file = try? Files.status(of: path), file.identity == own.identity
        else { return }
        program(words)
    }
}

extension CommandContext {
    /// The other programs of this executable.
    package var ownPrograms: OwnPrograms { suite.programs }
}
