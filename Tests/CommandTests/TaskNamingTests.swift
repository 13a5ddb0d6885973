import RedoJSON
import TestSupport
import Testing

/// How people name tasks: by the beginning of the id or a part of the title.
@Suite struct TaskNamingTests {
    let store: TaskStore

    static let first = "c0ffee11-1111-4111-8111-111111111111"
    static let second = "c0ffee22-2222-4222-8222-222222222222"
    static let third = "deadbeef-3333-4333-8333-333333333333"

    init() throws {
        store = try TaskStore()
        for (id, title) in [
            (Self.first, "Water the plants"), (Self.second, "Water the lawn"),
            (Self.third, "Größe messen"),
        ] {
            try store.commit("CREATE", "--task", id, "-f", "title=\(title)")
        }
    }

    func shown(_ name: String) throws -> CommandOutcome { try store.run("show", [name]) }

    @Test(arguments: [
        first, "C0FFEE11-1111-4111-8111-111111111111", "c0ffee1", "c0ffee11-11", "C0FFEE1",
        "plants",
        "the p", "PLANTS", "Water the plants",
    ])
    func aUniqueNameFindsItsTask(_ name: String) throws {
        #expect(try shown(name).text.hasPrefix("Water the plants\n"))
    }

    @Test(arguments: ["de", "dead", "größe", "GRÖßE", "ö"])
    func lettersOfOtherAlphabetsHaveTheirCaseToo(_ name: String) throws {
        #expect(try shown(name).text.hasPrefix("Größe messen\n"))
    }

    @Test(arguments: ["c0ffee", "c0", "water", "the"])
    func anAmbiguousNameListsItsCandidates(_ name: String) throws {
        let outcome = try shown(name)
        #expect(outcome.status == 128)
        #expect(
            outcome.error == """
                error: STORAGE_001: '\(name)' is ambiguous: it could be any of 2
                hint: \(Self.first) Water the plants
                hint: \(Self.second) Water the lawn

                """)
        #expect(outcome.output.isEmpty)
    }

    @Test(arguments: ["nothing", "", "c0ffee3", "deadbeef-3333-4333-8333-333333333334", "d%", "*"])
    func anUnknownNameIsAnError(_ name: String) throws {
        let outcome = try shown(name)
        #expect(outcome.status == 128)
        #expect(
            outcome.error == """
                error: STORAGE_001: there is no task '\(name)'
                hint: 'redo list --all' shows the tasks

                """)
    }

    @Test func atMostTenCandidatesAreListed() throws {
        for number in 0..<12 { try store.add("Number \(number)", "--draft") }
        let outcome = try shown("Number")
        #expect(outcome.error.contains("it could be any of 12\n"))
        #expect(outcome.error.split(separator: "\n").filter { $0.hasPrefix("hint: ") }.count == 11)
        #expect(outcome.error.hasSuffix("hint: …\n"))
    }

    @Test func aDeletedTaskIsFoundByItsIDOnly() throws {
        try store.commit("DELETE", "--task", Self.third)
        #expect(try shown("messen").error.contains("there is no task"))
        #expect(try shown("deadbeef").error.contains("is deleted"))
    }
}
