import RedoJSON
import TestSupport
import Testing

/// `redo urgency`, and the weights and factors of ranks.
@Suite struct UrgencyTests {
    let store: TaskStore

    init() throws {
        store = try TaskStore()
        try store.add("milk", "-p", "4", "--points", "4", "-t", "shop", "--project", "home.kitchen")
        try store.add("cake", "--depends-on", "milk")
    }

    private func rank(_ title: String) throws -> Double {
        let outcome = try store.run("urgency", [title, "--json"])
        return try #require(TaskStore.objects(outcome).first?["rank"]?.number)
    }

    private func configure(_ name: String, _ value: String) throws {
        try #require(store.run("config", [name, value]).status == 0)
    }

    @Test func aRankIsTheProductOfItsTerms() throws {
        #expect(
            try store.run("urgency", ["milk"]).text == """
                milk  8.0, the product of:
                  priority    4
                  due         1
                  points      2
                  blocking    1
                beside the rank, which lists order by:
                  active      no
                  blocked     no
                  blocking    yes: the tasks that wait for it come after it
                  age         0 days: of equal ranks the oldest comes first

                """)
        #expect(try rank("milk") == 8)
        #expect(try rank("cake") == 3)
    }

    @Test func exponentsAndFactorsChangeIt() throws {
        try configure("rank.weight.priority", "2")
        try configure("rank.weight.points", "0")
        #expect(try rank("milk") == 16)
        try configure("rank.tag.shop.factor", "1.5")
        try configure("rank.project.home.factor", "2")
        try configure("rank.project.home.kitchen.factor", "3")
        #expect(try rank("milk") == 72)
        try configure("rank.factor.blocking", "0.5")
        try configure("rank.factor.blocked", "0")
        #expect(try rank("milk") == 36)
        #expect(try rank("cake") == 0)
        let text = try store.run("urgency", ["milk"]).text
        #expect(text.contains("  priority    4 ^ 2\n") && text.contains("  tag.shop    1.5\n"))
        #expect(text.contains("  project.home.kitchen 3\n"), "\(text)")
        #expect(try store.run("list", ["--columns", "rank,title"]).lines[1] == "36.0  milk #shop")
    }

    @Test func theClassicFormulaTakesNone() throws {
        let before = try store.run("list", ["--rank", "classic"]).text
        try configure("rank.weight.priority", "3")
        try configure("rank.factor.blocking", "9")
        #expect(try store.run("list", ["--rank", "classic"]).text == before)
        #expect(
            try store.run("urgency", ["milk", "--rank", "classic"]).text
                .contains("the classic formula takes no weights and factors"))
    }

    @Test(arguments: ["-1", "x", "1001", "nan", ""])
    func otherNumbersAreRefused(_ value: String) throws {
        #expect(try store.run("config", ["rank.weight.due", value]).status == 129)
        #expect(try store.run("config", ["rank.tag.x.factor", value]).status == 129)
    }
}
