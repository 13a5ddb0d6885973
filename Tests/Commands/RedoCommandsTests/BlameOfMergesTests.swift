import RedoJSON
import TestSupport
import Testing

/// `redo-blame` where a MERGE decided.
@Suite struct BlameOfMergesTests {
    private func records(_ task: DivergedTask, _ arguments: String...) throws -> [[Substring]] {
        let outcome = try task.store.run("blame", ["--porcelain", DivergedTask.id] + arguments)
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        return outcome.lines.map { $0.split(separator: "\t") }
    }

    @Test(arguments: ["fields", "payload"])
    func theMergeIsTheSetterOfWhatItChanged(_ dialect: String) throws {
        let task = try DivergedTask(left: ["title=left"], right: ["title=right", "priority:=5"])
        let merge = try task.expectMerged(["--policy", "ours", "--dialect", dialect])
        let id = merge["id"]?.text ?? ""
        let records = try records(task)
        #expect(records.map { String($0[0]) } == [task.right, id])
        #expect(
            records.map { $0[5...] } == [
                ["priority", "5", "3"], ["title", #""left""#, #""right""#],
            ])
        let history = try self.records(task, "--history", "title")
        #expect(history.map { String($0[0]) } == [id, task.right, task.left, task.root])
    }

    @Test func aFieldThatAMergeRemovedHasOnlyAHistory() throws {
        let task = try DivergedTask(left: ["extra=x"], right: ["title=right"])
        try task.expectMerged(["--resolve", "extra=ours:RIGHT", "--dialect", "payload"])
        #expect(try records(task).allSatisfy { $0[5] != "extra" })
        #expect(
            try records(task, "--history", "extra").map { $0[5...] } == [
                ["extra", "-", #""x""#], ["extra", #""x""#, "-"],
            ])
        let people = try task.store.run("blame", [DivergedTask.id, "--history", "extra"])
        #expect(people.lines.first?.hasSuffix("  extra  removed, was \"x\"") == true)
    }

    @Test func nullIsAValueOfAnExtraField() throws {
        let task = try DivergedTask(left: ["extra:=null"], right: ["title=right"])
        #expect(
            try records(task).filter { $0[5] == "extra" }.map { $0[5...] } == [
                ["extra", "null", "-"]
            ])
    }
}
