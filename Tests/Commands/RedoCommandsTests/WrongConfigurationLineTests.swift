import TestSupport
import Testing

/// Lines of a configuration that are not in the syntax: they lock no one out of `redo config`.
@Suite struct WrongConfigurationLineTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    private static let text = "[redo]\n\trank = classic\n[broken\nuser = x\nno value here\n"

    /// Writes a configuration, of the store or of the user.
    private func write(isGlobal: Bool) throws {
        let name = isGlobal ? "home/.config/redo/config" : ".redo/config"
        let old = isGlobal ? try store.runner.contents(ofFile: name) : []
        try store.runner.write(old + Array(Self.text.utf8), to: name)
    }

    @Test(arguments: [true, false]) func theOthersAreRead(_ isGlobal: Bool) throws {
        try write(isGlobal: isGlobal)
        // Other commands refuse it, and say what opens it.
        let refused = try store.run("list")
        #expect(refused.status == 128 && refused.error.contains("--edit' opens it"), "\(refused)")
        let options = isGlobal ? ["--global"] : []
        let read = try store.run("config", options + ["redo.rank"])
        // The answer may lack what the line was meant to say.
        #expect(read.status == 1 && read.text == "classic\n", "\(read)")
        #expect(read.codedError.contains("warning: STORAGE_004: line "), "\(read)")
        #expect(try store.run("config", options + ["--list"]).text.contains("redo.rank=classic\n"))
        // Behind a wrong header nothing belongs to the section before it.
        #expect(try store.run("config", options + ["redo.user"]).output.isEmpty)
    }

    @Test(arguments: [true, false]) func theOthersAreWritten(_ isGlobal: Bool) throws {
        try write(isGlobal: isGlobal)
        let options = isGlobal ? ["--global"] : []
        #expect(try store.run("config", options + ["redo.rank", "sigmoid"]).status == 0)
        #expect(try store.run("config", options + ["redo.rank"]).text == "sigmoid\n")
        #expect(try store.run("config", options + ["--unset", "redo.rank"]).status == 0)
        let name = isGlobal ? "home/.config/redo/config" : ".redo/config"
        let text = String(decoding: try store.runner.contents(ofFile: name), as: UTF8.self)
        #expect(text.hasSuffix("[redo]\n[broken\nuser = x\nno value here\n"), "\(text)")
    }
}
