import TestSupport
import Testing

/// A file in the place of a node that is larger than any node can be.
@Suite struct OversizedObjectTests {
    @Test func aFileFarTooLargeIsNotReadWhole() throws {
        let runner = try CommandRunner.withEmptyStore()
        let id = try runner.store(SampleNode())[0]
        _ = try runner.shell(
            "chmod u+w \(runner.objectName(id)); truncate -s 1T \(runner.objectName(id)) "
                + "|| truncate -s 8G \(runner.objectName(id))")
        let verified = try runner.run("redo-verify", ["--porcelain"])
        #expect(verified.status == 1)
        #expect(verified.text.hasPrefix("\(id)\tE_"))
        #expect(
            try runner.run("redo-import", input: Array(SampleNode().text(id: id).utf8)).status
                == 128)
    }
}
