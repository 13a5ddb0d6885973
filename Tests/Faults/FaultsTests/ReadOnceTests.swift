import PowerCuts
import TestSupport
import Testing

/// What commands open, as their operations show.
@Suite(.withFaults) struct ReadOnceTests {
    /// A push lists nodes, verifies them and writes them into a pack, and reads each of them once for all of that.
    @Test(arguments: ["push stick", "push origin"])
    func aPushOpensEachLooseNodeOnce(_ words: String) throws {
        let world = try FaultWorld()
        let remote = words.split(separator: " ")[1]
        let made = try world.shell(
            "redo fetch \(remote); for n in 1 2 3; do redo add \"More $n\" || exit; done")
        try #require(made.status == 0, "\(made)")
        let outcome = try world.run(WritingCommand(words), [:])
        try #require(outcome.status == 0, "\(outcome)")
        let loose = try OperationLog(world.logPath).operations.filter {
            $0.kind == .open && $0.isDone
                && $0.path.contains(#/here/\.redo/objects/[0-9a-f]{2}/[0-9a-f]{62}$/#)
        }.map(\.path)
        #expect(Set(loose).count >= 3, "\(outcome)")
        #expect(Set(loose).count == loose.count, "\(loose.sorted().joined(separator: "\n"))")
    }
}
