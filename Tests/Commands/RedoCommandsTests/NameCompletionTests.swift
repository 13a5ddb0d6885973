import RedoJSON
import TestSupport
import Testing

/// `redo rev-parse --complete`: what can be meant by the beginning of a name.
@Suite struct NameCompletionTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    func complete(_ kind: String, _ beginning: String) throws -> [String] {
        let outcome = try store.run("rev-parse", ["--complete", kind, "--", beginning])
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        return outcome.lines
    }

    @Test func valuesOfOwnFieldsAreFound() throws {
        for setting in [
            ["field.size.type", "choice"], ["field.size.values", "small,large"],
            ["field.paid.type", "boolean"], ["field.room.type", "text"],
        ] { try #require(store.run("config", setting).status == 0) }
        #expect(try complete("field-value", "size=") == ["small\tsize", "large\tsize"])
        #expect(try complete("field-value", "size=l") == ["large\tsize"])
        #expect(try complete("field-value", "paid=") == ["yes\tpaid", "no\tpaid"])
        for text in ["room=", "size", "nothing=", "", "=", "size=x"] {
            #expect(try complete("field-value", text) == [])
        }
    }

    @Test(arguments: [false, true])
    func tasksAreFoundByIDAndByTitle(_ isPacked: Bool) throws {
        let milk = try store.add("Buy milk")
        let bread = try store.add("Buy \"bread\"\\")
        let gone = try store.add("Buy nothing")
        _ = try store.run("delete", ["--now", gone])
        _ = try store.run("edit", [milk, "--title", "Buy oat milk"])
        if isPacked { #expect(try store.run("pack").status == 0) }
        let all = try complete("task", "")
        #expect(all.count == 2)
        let name = try #require(all.first { $0.hasSuffix("\tBuy oat milk") }).prefix { $0 != "\t" }
        #expect(milk.hasPrefix(name))
        #expect(try complete("task", String(milk.prefix(13))) == ["\(name)\tBuy oat milk"])
        #expect(try complete("task", "Buy o") == ["Buy oat milk\t\(name)"])
        #expect(try complete("task", "Buy \"").first?.hasPrefix("Buy \"bread\"\\\t") == true)
        // What a title was is not what it is.
        #expect(try complete("task", "Buy m") == [])
        #expect(try complete("open-task", "oa") == ["Buy oat milk\t\(name)"])
        #expect(try complete("task", "Buy n") == [])
        // Any word of a title begins so, in either case.
        #expect(try complete("task", "oat") == ["Buy oat milk\t\(name)"])
        #expect(try complete("task", "MILK") == ["Buy oat milk\t\(name)"])
        #expect(try complete("task", "buy").count == 2)
        #expect(try complete("task", "uy") == [])
        #expect(bread.hasPrefix(try #require(all.first { $0.contains("bread") }).prefix(4)))
    }

    /// Who completes 'done' is not offered what is done.
    @Test(arguments: [false, true])
    func tasksAreThoseThatACommandIsAbout(_ isPacked: Bool) throws {
        try store.add("Milk for Ana")
        let done = try store.add("Milk for Bo")
        let archived = try store.add("Milk for Cy")
        #expect(try store.run("done", [done]).status == 0)
        #expect(try store.run("archive", [archived]).status == 0)
        if isPacked { #expect(try store.run("pack").status == 0) }
        func titles(_ kind: String, _ beginning: String) throws -> [String] {
            try complete(kind, beginning).map { line in
                String(line.split(separator: "\t").first { $0.hasPrefix("Milk") } ?? "")
            }
        }
        for beginning in ["", "Milk"] {
            #expect(try titles("open-task", beginning) == ["Milk for Ana"])
            #expect(try titles("archived-task", beginning) == ["Milk for Cy"])
            #expect(try titles("task", beginning).count == 3)
        }
        #expect(try titles("open-task", String(done.prefix(8))) == [])
        #expect(try titles("archived-task", String(archived.prefix(8))) == ["Milk for Cy"])
    }

    /// A stranger's categories, each in the one before.
    @Test func pathsOfCategoriesAreBounded() throws {
        func text(_ text: String) -> JSONValue { .string(JSONString(text)) }
        let nodes = (1...80).map { number in
            SampleNode(
                action: "CREATE_CATEGORY", task: nil,
                fields: [
                    "categoryId": text(SampleNode.task(number)), "color": "#1E88E5",
                    "name": text("c\(number)" + String(repeating: "x", count: 1000)),
                    // The first is in the last: a circle.
                    "parentCategory": text(SampleNode.task(number == 1 ? 80 : number - 1)),
                ])
        }
        _ = try store.runner.store(nodes)
        let lines = try complete("category", "")
        #expect(lines.count == 64)
        for line in lines {
            let path = line.split(separator: "\t")[1]
            #expect(path.hasPrefix("… / ") && path.split(separator: "/").count == 17, "\(path)")
            #expect(path.utf8.count < 17 * 260)
        }
        #expect(try store.run("category", ["list"]).output.count < 80 * 17 * 300)
    }

    @Test func aListIsNotEndless() throws {
        let titles = (0..<70).map { "t\($0)" }
        for title in titles.dropLast() { try store.add(title, "--draft") }
        // Those of one moment stand in the order of their ids.
        try store.add(
            titles[titles.count - 1], "--draft", extra: ["REDO_WALL": "2025-11-16T12:00:00.001Z"])
        #expect(try complete("task", "").count == 64)
        #expect(try complete("node", "").count == 64)
        // The latest are there.
        #expect(try complete("task", "").contains { $0.hasSuffix("\tt69") })
        #expect(try complete("task", "t").count == 64)
    }

    @Test func nodesAreFoundByTheirIDs() throws {
        try store.add("x", "--draft")
        let id = try store.run("rev-parse", ["x"]).text.dropLast()
        let digits = id.dropFirst("sha256:".count)
        #expect(
            try complete("node", String(digits.prefix(3))) == [
                "\(digits.prefix(7))\t2025-11-16 CREATE: x"
            ])
        #expect(
            try complete("node", String(id.prefix(12))) == [
                "\(id.prefix(14))\t2025-11-16 CREATE: x"
            ])
        #expect(try complete("node", "xyz") == [])
    }

    @Test func withoutAStoreThereIsSilence() throws {
        let runner = try CommandRunner()
        for kind in ["task", "open-task", "archived-task", "node", "remote", "user"] {
            let outcome = try runner.run("redo-rev-parse", ["--complete", kind, ""])
            #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.error.isEmpty)
        }
        #expect(try runner.run("redo-rev-parse", ["--complete", "x", ""]).status == 129)
    }

    @Test func aDamagedStoreIsSilent() throws {
        try store.add("x")
        for (name, bytes) in try store.runner.contents(of: ".redo/objects") where !bytes.isEmpty {
            _ = try store.runner.shell(
                "chmod u+w .redo/objects/\(name); echo {} > .redo/objects/\(name)")
        }
        #expect(try complete("task", "") == [])
        #expect(try complete("node", "") == [])
    }
}
