import RedoCommandLine
import RedoCommands
import RedoJSON
import RedoSystem
import TestSupport
import Testing

/// Errors for programs: one object on a line of standard error.
@Suite struct ErrorObjectTests {
    private let store: TaskStore

    init() throws {
        store = try TaskStore()
        try store.add("Buy milk")
        try store.add("Buy bread")
    }

    /// The objects on standard error.
    private static func objects(_ outcome: CommandOutcome) throws -> [JSONValue] {
        try outcome.error.split(separator: "\n").map { line in
            try JSONDocument(Array(line.utf8)).root.value
        }
    }

    private static let forPrograms = ["REDO_ERRORS": "json"]

    @Test func anUnknownNameIsAnObjectThatSaysWhere() throws {
        let outcome = try store.run("show", ["--json", "bread crumbs"])
        #expect(outcome.status == 128 && outcome.output.isEmpty)
        let objects = try Self.objects(outcome)
        #expect(objects.count == 1)
        let error = try #require(objects.first)
        #expect(error["kind"]?.text == "error" && error["code"]?.text == "NAME_001")
        #expect(error["message"]?.text == "there is no task 'bread crumbs'")
        #expect(error["where"]?.text == "bread crumbs")
        #expect(error["page"]?.text == "redo-errors(7)")
        #expect(error["hints"]?.elements.count == 1)
        #expect(error.names == ["code", "hints", "kind", "message", "page", "where"])
    }

    @Test func anAmbiguousNameHasACodeOfItsOwn() throws {
        let error = try #require(Self.objects(store.run("show", ["--json", "Buy"])).first)
        #expect(error["code"]?.text == "NAME_002" && error["where"]?.text == "Buy")
        #expect((error["hints"]?.elements.count ?? 0) >= 2)
    }

    @Test func wrongUsageNamesThePageOfTheCommandAndShowsNoUsageLines() throws {
        let calls: [(arguments: [String], extra: [String: String])] = [
            (["--json", "--wrong"], [:]), (["--wrong"], Self.forPrograms),
        ]
        for (arguments, extra) in calls {
            let outcome = try store.run("list", arguments, extra: extra)
            let objects = try Self.objects(outcome)
            #expect(outcome.status == 129 && objects.count == 1)
            #expect(objects.first?["code"]?.text == "USAGE")
            #expect(objects.first?["page"]?.text == "redo-list(1)")
        }
    }

    @Test func theVariableDecidesForEveryCommand() throws {
        let outcome = try store.run("done", ["nothing"], extra: Self.forPrograms)
        #expect(try Self.objects(outcome).map { $0["code"]?.text } == ["NAME_001"])
        let lines = try store.run("show", ["--json", "nothing"], extra: ["REDO_ERRORS": "lines"])
        #expect(lines.error.hasPrefix("error: there is no task 'nothing' (NAME_001)\nhint: "))
    }

    @Test func notesAndHintsAreObjectsToo() throws {
        let outcome = try store.run("list", ["--json", "+shoping"])
        let objects = try Self.objects(outcome)
        #expect(!objects.isEmpty)
        for object in objects { #expect(object["kind"]?.text == "note" && object["code"] == .null) }
    }

    @Test func aLineOfTheInputIsWhere() throws {
        let outcome = try store.runner.run(
            "redo-show", ["--json", "--stdin"], input: Array("milk\nnothing\n".utf8))
        let error = try #require(Self.objects(outcome).first)
        #expect(error["where"]?.text == "standard input, line 2")
    }

    @Test func aFileIsWhere() throws {
        let outcome = try store.run("import", ["absent.json"], extra: Self.forPrograms)
        let error = try #require(Self.objects(outcome).first)
        #expect(error["code"]?.text == "STORAGE_001")
        #expect(error["where"]?.text?.hasSuffix("absent.json") == true)
    }

    @Test func aStaleChangeHasACodeOfItsOwn() throws {
        let stale = String(repeating: "0", count: 64)
        let outcome = try store.run(
            "edit", ["milk", "-p", "5", "--expect", "sha256:\(stale)"], extra: Self.forPrograms)
        #expect(outcome.status == 1)
        #expect(try Self.objects(outcome).last?["code"]?.text == "E_STALE")
    }

    /// Whatever standard error is: a program reads objects.
    @Test func noHintNamesACommandThatDestroys() throws {
        for beginning in OverridingCommand.beginnings {
            let words = beginning.map { $0 == "*" ? "task" : $0.replacingStar }
            let hint = "'redo \(words.joined(separator: " "))' does it"
            let error = RedoError(.usage, "no", hints: [hint])
            let shown = ErrorObject(error, of: "list").json["hints"]?.elements.compactMap(\.text)
            #expect(shown?.count == 1 && shown?.first != hint, "\(hint)")
            for text in shown ?? [] { #expect(OverridingCommand(in: text) == nil, "\(text)") }
        }
        for option in OverridingCommand.options {
            let error = RedoError(.usage, "no", hints: ["\(option) does it"])
            let shown = ErrorObject(error, of: nil).json["hints"]?.elements.compactMap(\.text)
            #expect(shown?.contains { $0.contains(option) } == false)
        }
    }

    /// Every command of the table, called with an option that does not exist.
    @Test(arguments: Suite.commands.names)
    func everyCommandReportsAnObject(_ name: String) throws {
        let outcome = try store.run(name, ["--no-such-option"], extra: Self.forPrograms)
        let objects = try Self.objects(outcome)
        #expect(outcome.status == 129 && objects.count == 1, "\(outcome)")
        #expect(objects.first?["code"]?.text == "USAGE")
        #expect(objects.first?["page"]?.text == "redo-\(name)(1)")
    }

    @Test func everyCodeHasAMeaningOfItsOwn() {
        let meanings = ErrorCode.allCases.map(\.meaning)
        #expect(Set(meanings).count == meanings.count)
        let distinct: [ErrorCode] = [
            .permissionDenied, .claimed, .staleHeads, .ambiguousName, .unknownName, .readOnly,
        ]
        #expect(Set(distinct.map(\.rawValue)).count == distinct.count)
        #expect(ErrorCode.readOnly.status == .failed && ErrorCode.claimed.status == .no)
    }
}

extension String {
    /// A word that a pattern with an asterisk at its beginning matches.
    fileprivate var replacingStar: String { hasPrefix("*") ? "remote.origin\(dropFirst())" : self }
}
