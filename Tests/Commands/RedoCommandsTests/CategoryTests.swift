import RedoJSON
import TestSupport
import Testing

/// `redo category`.
@Suite struct CategoryTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    private func category(_ arguments: String...) throws -> CommandOutcome {
        try store.run("category", arguments)
    }

    private func list() throws -> [JSONValue] {
        try TaskStore.objects(store.run("category", ["list", "--json"]))
    }

    @Test func aCategoryIsMadeChangedAndDeleted() throws {
        #expect(try category("add", "Home", "--color", "teal").text == "added category Home\n")
        #expect(try category("add", "Garden", "--parent", "Home").status == 0)
        var garden = try #require(try list().first { $0["name"]?.text == "Garden" })
        let home = try #require(try list().first { $0["name"]?.text == "Home" })
        #expect(home["color"]?.text == "#00897B")
        #expect(garden["parentCategory"] == home["id"])
        let lines = try category().lines
        #expect(
            lines.map { String($0.dropFirst(10)) } == [
                "■ #00897B  Home", "■ #43A047  Home / Garden",
            ])

        let edited = try category(
            "edit", "home / garden", "--name", "Yard", "--color", "#0a0B0c", "--parent", "none")
        #expect(
            edited.text == "edited category Yard: name, color, parentCategory\n"
                || edited.text == "edited category Garden: name, color, parentCategory\n")
        garden = try #require(try list().first { $0["name"]?.text == "Yard" })
        #expect(garden["color"]?.text == "#0a0B0c" && garden["parentCategory"] == .null)
        #expect(try category("delete", "yard").text == "deleted category Yard\n")
        #expect(try list().map { $0["name"]?.text } == ["Home"])
        try store.expectSound(skipping: 4)
    }

    /// The id is made of the author's key and the nonce, so nobody else can make one like it.
    @Test func idsCertifyThemselves() throws {
        _ = try category("add", "Home")
        try store.add("Milk", "--draft")
        let nodes = try store.nodes()
        let made = try #require(nodes.first { $0["action"]?.text == "CREATE_CATEGORY" })
        let fields = try #require(made["data"]?["fields"])
        let key = try #require(made["author"]?["publicKey"]?.text)
        let nonce = try #require(fields["nonce"]?.text)
        let digits = try store.runner.shell(
            "printf redo:category:\(key):\(nonce) | sha256sum | cut -c1-32"
        ).lines[0]
        let id = try #require(fields["categoryId"]?.text).filter { $0 != "-" }
        // All but the version and the variant.
        #expect(id.prefix(12) == digits.prefix(12) && id.dropFirst(17) == digits.dropFirst(17))
        #expect(id.dropFirst(12).first == "8")
        let task = try #require(nodes.first { $0["action"]?.text == "CREATE" })
        #expect(task["data"]?["fields"]?["ownerNonce"]?.text?.count == 32)
        #expect(!(try store.run("show", ["Milk"]).text.contains("ownerNonce")))
    }

    @Test func aChangeFollowsTheHeads() throws {
        _ = try category("add", "Home")
        _ = try category("edit", "Home", "--name", "House")
        _ = try category("edit", "House", "--color", "red")
        let nodes = try store.nodes()
        #expect(nodes.map { $0.lamport } == [1, 2, 3])
        #expect(nodes[1].parents == [nodes[0].nodeID] && nodes[2].parents == [nodes[1].nodeID])
        #expect(try category("edit", "House", "--color", "red").text == "unchanged House\n")
        #expect(try store.nodes().count == 3)
    }

    @Test(arguments: [
        (["add", " "], "the name is empty"),
        (["add", "home"], "there is a category 'Home' already"),
        (["add", "B", "--color", "#12345"], "not a colour: '#12345'"),
        (["add", "B", "--color", "#12345g"], "not a colour: '#12345g'"),
        (["add", "B", "--parent", "Nowhere"], "there is no category 'Nowhere'"),
        (["add"], "category add takes one name"),
        (["add", "B", "--json"], "category add takes no --json"),
        (["edit", "Home"], "give --name, --color or --parent"),
        (["edit", "Home", "--parent", "Garden"], "that would create a cycle"),
        (["edit", "Home", "--parent", "Home"], "that would create a cycle"),
        (["paint"], "category takes list, add, edit or delete, not 'paint'"),
    ])
    func whatIsWrongIsSaidAndNothingIsWritten(
        _ arguments: [String], _ message: String
    ) throws {
        _ = try category("add", "Home")
        _ = try category("add", "Garden", "--parent", "Home")
        let before = try store.nodes()
        let outcome = try store.run("category", arguments)
        #expect(outcome.status == 129 || outcome.status == 128, "\(outcome)")
        #expect(outcome.codedError.contains(message), "\(outcome)")
        #expect(try store.nodes() == before)
    }

    @Test func twentyAreTheMost() throws {
        for number in 1...20 { #expect(try category("add", "C\(number)").status == 0) }
        let outcome = try category("add", "C21")
        #expect(outcome.status == 129)
        #expect(outcome.codedError.contains("you have 20 categories, and the maximum is 20"))
    }

    /// Whoever has the log may change a category; who made it alone may delete it.
    @Test func anotherMayChangeButNotDelete() throws {
        _ = try category("add", "Home")
        let other = try TaskStore()
        let exported = try store.run("export").output
        #expect(try other.runner.run("redo-import", [], input: exported).status == 0)
        #expect(try other.run("category", ["edit", "Home", "--name", "House"]).status == 0)
        let refused = try other.run("category", ["delete", "House"])
        #expect(refused.status == 1)
        #expect(refused.codedError.contains("E_PERMISSION_DENIED"))
        // A node that says so all the same is void.
        let id = try #require(try list().first?["id"]?.text)
        let node = try other.commit("DELETE_CATEGORY", "-f", "categoryId=\(id)")
        let void = try other.run("replay", ["--family", "organisation", "--void"])
        #expect(
            void.text == "\(node)\tE_INVALID_REF\n" || void.text == "\(node)\tE_PERMISSION_DENIED\n"
        )
    }

    @Test func aNameCanBeCompletedAndMustBeClear() throws {
        _ = try category("add", "Home")
        _ = try category("add", "Homework")
        #expect(try store.run("rev-parse", ["--complete", "category", "Hom"]).lines.count == 2)
        let unclear = try category("edit", "om", "--name", "X")
        #expect(unclear.status == 128)
        #expect(unclear.codedError.contains("NAME_002") && unclear.codedError.contains("Homework"))
        #expect(try category("edit", "home", "--color", "red").status == 0)
    }
}
