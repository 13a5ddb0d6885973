import RedoJSON
import TestSupport
import Testing

/// `redo edit --tag` and `--untag`: a field that only the fields dialect has.
@Suite struct EditTagsTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    @Test func tagsAreAddedAndRemoved() throws {
        let task = try store.add("Water", "--draft", "-t", "home", "-t", "weekly")
        let (text, nodes) = try store.nodesWritten(
            by: "edit", "Water", "--untag", "home", "-t", "garden", "--tag", "é")
        #expect(text == "edited Water: +garden, +é, -home\n")
        #expect(nodes.map(\.content) == [["tags": ["weekly", "garden", "é"]]])
        #expect(try store.state(of: task)?["tags"] == ["weekly", "garden", "é"])
    }

    @Test func tagsHaveCommasBetweenThem() throws {
        let task = try store.add("Water", "--draft", "-t", #"home,weekly,"a, b""#)
        _ = try store.nodesWritten(
            by: "edit", "Water", "--untag", #"weekly, "a, b""#, "-t", "garden,tea")
        #expect(try store.state(of: task)?["tags"] == ["home", "garden", "tea"])
    }

    /// Another program's tag can be empty; it can be removed, but no more are made.
    @Test func anEmptyTagIsRemovedByItsQuotes() throws {
        let task = try store.add("Water", "--draft")
        try store.commit("UPDATE", "--task", task, "-f", #"tags:=["","home"]"#)
        #expect(try store.run("edit", ["Water", "--tag", #""""#]).status == 129)
        #expect(try store.run("edit", ["Water", "--untag", #""""#]).status == 0)
        #expect(try store.state(of: task)?["tags"] == ["home"])
    }

    @Test func aFirstTagMakesTheField() throws {
        try store.add("Water", "--draft")
        let nodes = try store.nodesWritten(by: "edit", "Water", "-t", "home", "-t", "home").nodes
        #expect(nodes.map(\.content) == [["tags": ["home"]]])
    }

    @Test func theLastTagLeavesNone() throws {
        let task = try store.add("Water", "--draft", "-t", "home")
        _ = try store.nodesWritten(by: "edit", "Water", "--untag", "home")
        #expect(try store.state(of: task)?["tags"] == [])
    }

    @Test(arguments: [
        ["-t", "home"], ["--untag", "garden"], ["-t", "home", "--untag", "garden"],
    ])
    func whatIsThereOrNotAlreadyIsNotWritten(_ arguments: [String]) throws {
        try store.add("Water", "--draft", "-t", "home")
        try store.expectNothingWritten(
            by: "edit", ["Water"] + arguments, status: 0, output: "unchanged Water\n")
    }

    @Test func aTaskWithoutTagsLosesNone() throws {
        try store.add("Water", "--draft")
        try store.expectNothingWritten(
            by: "edit", ["Water", "--untag", "home"], status: 0, output: "unchanged Water\n")
    }

    /// The field may hold any JSON, so another program's elements stay.
    @Test func elementsThatAreNoTextsStay() throws {
        let task = try store.add("Water", "--draft")
        try store.commit(
            "UPDATE", "--task", task, "-f", #"tags:=[1,"home",{"name":"x"},null,"old"]"#)
        _ = try store.nodesWritten(by: "edit", "Water", "--untag", "old", "-t", "new")
        #expect(
            try store.state(of: task)?["tags"]
                == .array([1, "home", ["name": "x"], .null, "new"]))
    }

    @Test func tagsOfTwoDevicesAreUnitedByTheNextPayloadNode() throws {
        let task = try store.add("Water", "--draft")
        let root = try #require(store.nodes().last?.nodeID)
        for tags in [#"["a","b"]"#, #"["c"]"#] {
            try store.commit("UPDATE", "--task", task, "--parent", root, "-f", "tags:=\(tags)")
        }
        _ = try store.nodesWritten(by: "edit", "Water", "-p", "5", "--dialect", "payload")
        #expect(try store.state(of: task)?["tags"] == ["a", "b", "c"])
    }

    /// What is not a list would be replaced: nothing is written.
    @Test func tagsThatAreNoListAreNotReplaced() throws {
        let task = try store.add("Water", "--draft")
        try store.commit("UPDATE", "--task", task, "-f", #"tags:={"home":true}"#)
        for options in [["-t", "new"], ["--untag", "home"]] {
            let outcome = try store.run("edit", ["Water"] + options)
            #expect(outcome.status == 129)
            #expect(
                outcome.codedError.hasPrefix(
                    """
                    error: USAGE: the tags of this task are not a list but {"home":true}
                    hint: to have none: redo commit-node UPDATE --task \(task) -f 'tags:=[]'

                    """), "\(outcome)")
        }
        #expect(try store.state(of: task)?["tags"] == ["home": .bool(true)])
        // Other fields can be changed.
        #expect(try store.run("edit", ["Water", "-p", "5"]).status == 0)
        try store.commit("UPDATE", "--task", task, "-f", "tags:=null")
        #expect(try store.run("edit", ["Water", "-t", "new"]).status == 0)
        #expect(try store.state(of: task)?["tags"] == ["new"])
    }
}
