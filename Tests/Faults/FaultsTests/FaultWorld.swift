import Foundation
import TestSupport
import Testing

/// A folder with a store, a key, another device and three remotes, which commands work on and which is put back as it
/// was. The remote `full` has a pack that is kept as it is. It lies in memory where that is possible.
final class FaultWorld {
    /// Its folder has a link `room` to where everything is.
    let runner: CommandRunner
    /// The folder that everything is in.
    let room: String
    private var kept: [String: String] = [:]

    /// Where operations are recorded and fail.
    var directory: String { "\(room)/world" }
    var logPath: String { "\(room)/log" }

    init() throws {
        var runner = try CommandRunner()
        let memory = "/dev/shm"
        let parent =
            FileManager.default.isWritableFile(atPath: memory) ? memory : runner.path("memory")
        room = "\(parent)/redo-test-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: "\(room)/notes", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: runner.path("room"), withDestinationPath: room)
        runner.environment["HOME"] = "\(room)/world/home"
        runner.environment["world"] = "\(room)/world"
        runner.environment["REDO_EXEC_PATH"] = CommandRunner.executables.path
        self.runner = runner
        try make()
    }

    deinit { try? FileManager.default.removeItem(atPath: room) }

    private func make() throws {
        try FileManager.default.createDirectory(
            atPath: "\(directory)/here", withIntermediateDirectories: true)
        try require(
            """
            mkdir ../home ../home2 ../there ../stick ../source
            redo init -q . && redo keygen --no-passphrase --name Test
            redo add 'Water the plants' --due 2025-11-20T09:00:00.000Z --every 7
            redo add 'Buy cake'; redo add 'Eat cake'; redo category add Home
            redo gc -q --all
            redo add 'Bake a cake'; redo edit 'Buy cake' -p 5
            redo comment add 'Buy cake' hello; redo delete 'Eat cake'
            git init -q --bare ../remote.git
            redo remote add origin $world/remote.git
            redo remote add stick folder:$world/stick
            redo push origin && redo push stick
            redo key show | sed -n 's/^userId //p' >../user
            redo log --format=%H -n 1 >../last
            export HOME=$world/home2 REDO_DEVICE=other
            cd ../there
            redo clone $world/remote.git . 2>/dev/null
            redo keygen --no-passphrase --name Other
            redo add 'Call Ana'; redo edit 'Buy cake' -p 2; redo push origin
            redo remote add stick folder:$world/stick && redo push stick
            redo key show | sed -n 's/^publicKey //p' >../other
            cd ../source
            redo init -q . && redo add 'Imported 1' && redo add 'Imported 2'
            redo export -o ../few.jsonl
            seq -f 'Task %g' 130 | redo add - && redo export -o ../many.jsonl
            mkdir ../full; redo remote add full folder:$world/full && redo push full
            cd ../here
            export HOME=$world/home
            redo remote add full folder:$world/full
            """)
        for name in ["user", "last", "other"] {
            let text = try String(contentsOfFile: "\(directory)/\(name)", encoding: .utf8)
            names[name] = text.trimmingCharacters(in: .newlines)
        }
        try keep("start")
    }

    /// What `$user`, `$last` and `$other` stand for.
    private(set) var names: [String: String] = [:]

    /// Runs a shell command in the store.
    func shell(_ line: String, extra: [String: String] = [:]) throws -> CommandOutcome {
        try runner.run(
            "/bin/sh", ["-c", line],
            extra: names.merging([
                "PATH": "\(CommandRunner.executables.path):/usr/bin:/bin"
            ]) { $1 }.merging(extra) { $1 }, in: "room/world/here")
    }

    private func require(_ line: String) throws {
        let outcome = try shell("set -e\n\(line)")
        try #require(outcome.status == 0, "\(outcome)")
    }

    // MARK: Keeping

    /// Keeps all as it is, under a name.
    func keep(_ name: String) throws {
        let place = "\(room)/kept-\(name)"
        try run("/bin/rm", "-rf", place)
        try run("/bin/cp", "-a", directory, place)
    }

    /// Puts back what was kept under a name.
    func restore(_ name: String) throws {
        try run("/bin/rm", "-rf", directory)
        try run("/bin/cp", "-a", "\(room)/kept-\(name)", directory)
    }

    private func run(_ program: String, _ arguments: String...) throws {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(program) \(arguments)")
    }

    // MARK: Commands

    /// The words of a command, with the names in them replaced.
    private func words(_ command: WritingCommand) -> String {
        let all = names.merging(["world": directory]) { $1 }
        return all.reduce(command.words) { $0.replacing("$\($1.key)", with: $1.value) }
    }

    /// Runs a command with the library preloaded into it alone.
    func run(_ command: WritingCommand, _ variables: [String: String]) throws -> CommandOutcome {
        try OperationLog.make(logPath)
        return try append(command, variables)
    }

    /// The same, going on with the log.
    func append(
        _ command: WritingCommand, _ variables: [String: String]
    ) throws -> CommandOutcome {
        var settings = ["LD_PRELOAD=\(FaultLibrary.path)"]
        settings += ["REDO_FAULT_FOLDER=\(directory)", "REDO_FAULT_LOG=\(logPath)"]
        settings += variables.map { "\($0.key)=\($0.value)" }
        // The shell and env stay without the library.
        return try runner.run(
            "/bin/sh",
            ["-c", "exec /usr/bin/env \(settings.joined(separator: " ")) redo \(words(command))"],
            input: Array(command.input.utf8),
            extra: ["PATH": "\(CommandRunner.executables.path):/usr/bin:/bin"],
            in: "room/world/here")
    }

    /// The store, for commands within this process.
    var store: InProcess {
        InProcess(directory: "\(directory)/here", home: "\(directory)/home", notes: "\(room)/notes")
    }

    /// Removes the locks of references of the git remote.
    ///
    /// - Returns: whether there was one.
    func removeLocksOfReferences() throws -> Bool {
        let root = "\(directory)/remote.git/refs"
        var isFound = false
        for case let name as String in FileManager.default.enumerator(atPath: root) ?? .init()
        where name.hasSuffix(".lock") {
            try FileManager.default.removeItem(atPath: "\(root)/\(name)")
            isFound = true
        }
        return isFound
    }

    /// Temporary files in the store and below the home, by path.
    func temporaryFiles() -> [String] {
        var found: [String] = []
        for place in ["here/.redo", "home"] {
            let root = "\(directory)/\(place)"
            for case let name as String in FileManager.default.enumerator(atPath: root) ?? .init() {
                let file = name.split(separator: "/").last ?? ""
                if file.hasPrefix("tmp-") || file.hasSuffix(".tmp") {
                    found.append("\(root)/\(name)")
                }
            }
        }
        return found
    }
}
