import Foundation
import PowerCuts
import TestSupport
import Testing

/// That the tests of power cuts find what a program leaves out: the same commands, with other operations than those
/// that were recorded.
@Suite(.withFaults) struct LeftOutSyncTests {
    enum Omission: CaseIterable {
        case syncsOfFiles, syncsOfDirectories, syncBeforeName, restOfAShortWrite

        /// The operations of a program that leaves this out.
        func applied(to operations: [FileOperation]) -> [FileOperation] {
            let directories = Set(
                operations.filter { $0.kind == .mkdir }.map(\.path)
                    + operations.map { ($0.path as NSString).deletingLastPathComponent })
            switch self {
            case .syncsOfFiles:
                return operations.filter { $0.kind != .fsync || directories.contains($0.path) }
            case .syncsOfDirectories:
                return operations.filter { $0.kind != .fsync || !directories.contains($0.path) }
            case .syncBeforeName:
                // The file is synced when its name has long been there.
                var result: [FileOperation] = []
                var waiting: [FileOperation] = []
                for operation in operations {
                    if operation.kind == .fsync, !directories.contains(operation.path) {
                        waiting.append(operation)
                        continue
                    }
                    result.append(operation)
                    if operation.kind == .unlink {
                        result += waiting
                        waiting = []
                    }
                }
                return result + waiting
            case .restOfAShortWrite:
                return operations.map { operation in
                    guard operation.kind == .write, operation.data.count > 1 else {
                        return operation
                    }
                    return operation.with(data: Array(operation.data.prefix(operation.count / 2)))
                }
            }
        }
    }

    @Test(arguments: Omission.allCases)
    func whatIsLeftOutIsFound(_ omission: Omission) throws {
        let world = try FaultWorld()
        let commands = [
            "add 'Wash the car' --due 2025-12-01T09:00:00.000Z", "config user.name Anna",
            "add 'One more'",
        ].map { WritingCommand($0) }
        let session = try RecordedSession(commands, in: world)
        let whole = PowerCutCampaign(session, world, seed: 1)
        #expect(try whole.run(count: 100, trying: 0).faults.isEmpty)
        let changed = RecordedSession(session, omission.applied(to: session.operations))
        let broken = PowerCutCampaign(changed, world, seed: 1)
        #expect(try !broken.run(count: 200, trying: 0, limit: 1).faults.isEmpty)
    }
}
