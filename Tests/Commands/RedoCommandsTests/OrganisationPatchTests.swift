import TestSupport
import Testing

/// What `redo log -p` says of categories and comments.
@Suite struct OrganisationPatchTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    /// The lines about what nodes did.
    private func patches() throws -> [String] {
        try store.run("log", ["-p"]).lines.filter { $0.hasPrefix("    ") }
            .map { String($0.drop { $0 == " " }) }
    }

    private func at(_ minute: Int) -> [String: String] {
        ["REDO_WALL": "2025-11-16T12:0\(minute):00.000Z"]
    }

    /// Each command has a minute of its own: nodes of one moment are in the order of their ids.
    private func category(_ words: String..., minute: Int) throws {
        let outcome = try store.run("category", words, extra: at(minute))
        try #require(outcome.status == 0, "\(outcome)")
    }

    @Test func categoriesHaveNames() throws {
        try category("add", "House", minute: 1)
        #expect(
            try patches().prefix(2) == ["CREATE_CATEGORY: House", "name: nothing → \"House\""])
        try category("add", "Roof", "--parent", "House", minute: 2)
        #expect(try patches().contains("parentCategory: nothing → \"House\""))
        try store.add("Tiles", "--category", "Roof")
        #expect(try patches().contains("category: nothing → \"Roof\""))
        try category("edit", "Roof", "--name", "Attic", minute: 4)
        #expect(try patches().contains("name: \"Roof\" → \"Attic\""))
        try category("delete", "Attic", minute: 5)
        #expect(try patches().contains("name: \"Attic\" → nothing"))
        // A category that is gone is shown nowhere.
        #expect(try !store.run("show", ["Tiles"]).text.contains("category"))
    }

    @Test func commentsHaveTexts() throws {
        try store.add("Tiles")
        try store.expect(["comment", "add", "Tiles", "red"])
        #expect(try patches().prefix(2) == ["ADD_COMMENT: red", "text: nothing → \"red\""])
        #expect(try !store.run("log", ["-p"]).text.contains("RECONSTRUCT_002"))
    }
}
