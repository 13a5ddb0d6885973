import TestSupport
import Testing

/// What `redo log -p` says of categories and comments.
@Suite struct OrganisationPatchTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    /// The lines of the last nodes, without those about who and when.
    private func patch(_ count: Int = 1) throws -> [String] {
        try store.run("log", ["-p", "-n", "\(count)"]).lines.filter { $0.hasPrefix("    ") }
            .map { String($0.drop { $0 == " " }) }
    }

    @Test func categoriesHaveNames() throws {
        try store.expect(["category", "add", "House"])
        #expect(
            try patch() == ["CREATE_CATEGORY: House", "name: nothing → \"House\""]
                + patch().suffix(1))
        try store.expect(["category", "add", "Roof", "--parent", "House"])
        #expect(try patch().contains("parentCategory: nothing → \"House\""))
        try store.add("Tiles", "--category", "Roof")
        #expect(
            try store.run("log", ["-p"]).lines.contains("      category: nothing → \"Roof\""))
        try store.expect(["category", "edit", "Roof", "--name", "Attic"])
        #expect(try patch() == ["UPDATE_CATEGORY: Attic", "name: \"Roof\" → \"Attic\""])
        try store.expect(["category", "delete", "Attic"])
        #expect(try patch().contains("name: \"Attic\" → nothing"))
        // A category that is gone is shown nowhere.
        #expect(try !store.run("show", ["Tiles"]).text.contains("category"))
    }

    @Test func commentsHaveTexts() throws {
        try store.add("Tiles")
        try store.expect(["comment", "add", "Tiles", "red"])
        #expect(try patch() == ["ADD_COMMENT: red", "text: nothing → \"red\""])
        #expect(try !store.run("log", ["-p"]).text.contains("RECONSTRUCT_002"))
    }
}
