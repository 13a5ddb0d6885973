import RedoCalendar
import RedoCommandLine
import RedoGit
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// What a report of an error in the suite needs: facts about the programs, the system and the store.
///
/// Nothing in it says who uses the suite, or what for. There are only numbers, words of tables of the suite, versions
/// that libraries and the system give themselves, and words of the environment that have the form of a locale or a
/// terminal. Paths have names of people, and messages quote files: both are left out.
struct BugReport {
    /// A line of a section: a name and what to say of it.
    struct Fact {
        let name: String
        let value: Value
    }

    enum Value {
        case text(String)
        case number(Int)
        /// There is something, which may be a secret or a name.
        case removed
        /// It could not be determined.
        case failed(ErrorCode)
        /// It is not there.
        case missing
    }

    /// A C library, and what is installed of it.
    typealias Library = (file: LibraryFile, installed: (name: String, version: String)?)

    let libraries: [Library]
    let system: [Fact]
    let settings: [Setting]
    let store: [Fact]
    /// The number of findings of each code that the check of the store had.
    let findings: [Fact]
    /// The latest operations, the last one first: the command, and how many nodes it wrote.
    let operations: [Fact]

    /// A setting of the configuration, with where it stands.
    struct Setting {
        let name: String
        let value: Value
        let origin: String
    }

    private static let maximumOperationCount = 20

    init(_ context: borrowing CommandContext) {
        libraries = (LibraryFile.all + [.git2, .iCalendar]).map { ($0, $0.installed()) }
        let opened = Self.outcome { () throws(RedoError) in try context.openRepository() }
        var path: String?
        switch opened {
        case .failure(let error):
            store = [Fact(name: "store", value: .failed(error.code))]
            (findings, operations) = ([], [])
            let file = Self.outcome { () throws(RedoError) in
                try context.home.configuration()
            }
            settings = (try? file.get()).map { Self.settings([$0]) } ?? []
        case .success(let repository):
            path = repository.store.path
            store = Self.facts(of: repository, context)
            settings = Self.settings(repository.store.configuration.layers)
            findings = Self.findings(repository, context)
            operations = Self.operations(of: repository.store, context.suite)
        }
        system = Self.system(context, store: path)
    }

    private static func outcome<Result>(
        _ body: () throws(RedoError) -> Result
    ) -> Swift.Result<Result, RedoError> {
        do throws(RedoError) { return .success(try body()) } catch { return .failure(error) }
    }

    private static func number(
        _ name: String, _ body: () throws(RedoError) -> Int
    ) -> Fact {
        switch outcome(body) {
        case .success(let number): Fact(name: name, value: .number(number))
        case .failure(let error): Fact(name: name, value: .failed(error.code))
        }
    }

    // MARK: System

    /// Variables that change what is printed and read.
    private static let variables = ["LC_ALL", "LC_CTYPE", "LANG", "TERM", "COLORTERM"]
    private static let maximumWordByteCount = 40

    private static func system(
        _ context: borrowing CommandContext, store path: String?
    ) -> [Fact] {
        var facts = [
            Fact(name: "kernel", value: .text(SystemDescription.kernel.printable)),
            Fact(name: "distribution", value: .text(SystemDescription.distribution.printable)),
        ]
        for name in variables {
            let value = context.surroundings.variables.value(of: name)
            facts.append(Fact(name: name, value: value.map(word) ?? .missing))
        }
        if let path {
            facts.append(
                Fact(name: "file system", value: .text(SystemDescription.fileSystem(of: path))))
        }
        return facts
    }

    /// A word of the environment, if it has the form of a locale or a terminal.
    private static func word(_ text: String) -> Value {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: "."), UInt8(ascii: "@"), UInt8(ascii: "+"), UInt8(ascii: ":"):
                true
            default: false
            }
        }
        return isPlain && text.utf8.count <= maximumWordByteCount ? .text(text) : .removed
    }

    // MARK: Configuration

    private static func settings(_ layers: [Configuration]) -> [Setting] {
        layers.flatMap { layer in
            layer.entries.map { entry in
                let value = entry.value ?? "true"
                return Setting(
                    name: entry.name.publicName ?? SecretRemoval.mark,
                    value: entry.name.canShow(value) ? .text(value) : .removed,
                    origin: word(for: layer.origin))
            }
        }
    }

    private static func word(for origin: Configuration.Origin) -> String {
        switch origin {
        case .user: "user"
        case .store: "store"
        case .commandLine: "command line"
        case .memory: "nowhere"
        }
    }

    // MARK: Store

    private static func facts(
        of repository: Repository, _ context: borrowing CommandContext
    ) -> [Fact] {
        let store = repository.store
        var facts = [
            Fact(
                name: "found",
                value: .text(
                    context.isPersonal(store.path) ? "the personal store" : "another store"))
        ]
        switch outcome({ () throws(RedoError) in try store.objectCount() }) {
        case .failure(let error): facts.append(Fact(name: "nodes", value: .failed(error.code)))
        case .success(let count):
            facts += [
                ("loose nodes", count.loose), ("packed nodes", count.packed),
                ("packs", count.packs), ("garbage", count.garbage),
            ].map { Fact(name: $0.0, value: .number($0.1)) }
        }
        facts += [
            number("tasks") { () throws(RedoError) in try repository.tasks().state.tasks.count },
            number("authors") { () throws(RedoError) in try repository.authors().users.count },
            number("persons") { () throws(RedoError) in try repository.people().persons.count },
            number("devices of persons") { () throws(RedoError) in
                try repository.people().persons.reduce(0) { $0 + $1.devices.count }
            },
            Fact(name: "remotes", value: .number(store.configuration.remotes.count)),
        ]
        return facts
    }

    private static func findings(
        _ repository: Repository, _ context: borrowing CommandContext
    ) -> [Fact] {
        var progress = Progress("Checking", context)
        let check = outcome { () throws(RedoError) in
            try repository.store.check(isRecorded: false) { progress.show(done: $0, total: $1) }
        }
        progress.finish()
        switch check {
        case .failure(let error): return [Fact(name: "check", value: .failed(error.code))]
        case .success(let check):
            let codes = Dictionary(grouping: check.findings, by: \.code)
            return [Fact(name: "whole nodes", value: .number(check.nodeCount))]
                + codes.sorted { $0.key < $1.key }.map {
                    Fact(name: $0.key.rawValue, value: .number($0.value.count))
                }
        }
    }

    private static func operations(of store: Store, _ suite: CommandSuite) -> [Fact] {
        switch outcome({ () throws(RedoError) in try store.operationRecords() }) {
        case .failure(let error): return [Fact(name: "operations", value: .failed(error.code))]
        case .success(let records):
            let names = Set(suite.names)
            return records.recorded.reversed().prefix(maximumOperationCount).map { recorded in
                let command = recorded.operation.command ?? ""
                // The file of an operation can have been written by something else.
                let name = command.prefix { $0 != " " }
                return Fact(
                    name: names.contains(String(name)) ? String(name) : "another",
                    value: .number(recorded.operation.nodes.count))
            }
        }
    }
}
