import RedoJSON
import TestSupport
import Testing

/// Tags that two devices changed at once are joined as a set by whatever writes the MERGE.
@Suite struct MergeOfSetsTests {
    private func diverged() throws -> DivergedTask {
        try DivergedTask(
            base: [#"tags:=["home","old"]"#], left: [#"tags:=["home","old","left"]"#],
            right: [#"tags:=["right","home"]"#])
    }

    @Test(arguments: ["fields", "payload"])
    func whatOneRemovedStaysRemoved(_ dialect: String) throws {
        let task = try diverged()
        try #require(task.merge("--dialect", dialect, DivergedTask.id).status == 0)
        #expect(try task.state()["tags"] == ["home", "left", "right"])
    }

    /// A node of the payload dialect has one parent, so writing one joins the heads.
    @Test func aWriterThatJoinsHeadsDoesSo() throws {
        let task = try diverged()
        let edited = try task.store.run(
            "edit", [DivergedTask.id, "-p", "5", "--dialect", "payload"])
        try #require(edited.status == 0, "\(edited)")
        #expect(try task.state()["tags"] == ["home", "left", "right"])
    }

    @Test func aPolicyThatIsNamedDecidesItself() throws {
        let task = try diverged()
        try #require(task.merge("--policy", "union", DivergedTask.id).status == 0)
        #expect(try task.state()["tags"] == ["home", "left", "old", "right"])
        let other = try diverged()
        try #require(other.merge("--resolve", "tags=theirs", DivergedTask.id).status == 0)
        #expect(try other.state()["tags"] == ["right", "home"])
    }
}
