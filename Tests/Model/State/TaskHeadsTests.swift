import Foundation
import TestSupport
import Testing

@testable import RedoModel

/// The heads of tasks that are kept from command to command.
@Suite struct TaskHeadsTests {
    private static func read(_ bytes: [UInt8]) -> TaskHeads? { TaskHeads(reading: bytes.span) }

    @Test func whatIsWrittenIsRead() throws {
        var divergedCount = 0
        RandomLogTests.forEachLog(share: 4) { nodes, random, replay in
            let validation = Replay(nodes).validation
            let heads = TaskHeads(validation)
            #expect(Self.read(heads.serialized) == heads, replay)
            let graph = validation.graph
            var expected: [TaskID: [NodeID]] = [:]
            for (task, numbers) in validation.heads().enumerated() where !numbers.isEmpty {
                expected[graph.taskIDs[task]] = numbers.map { graph.id(of: $0) }
            }
            #expect(heads.tasks == expected.keys.sorted(), replay)
            #expect(
                heads.tasks.indices.map { Array(heads.heads(at: $0)) }
                    == heads.tasks.map { expected[$0] ?? [] }, replay)
            #expect(
                heads.divergedIndices.map { heads.tasks[$0] }
                    == expected.filter { $0.value.count > 1 }.keys.sorted(), replay)
            divergedCount += heads.divergedIndices.count
            // Each task replaced by itself, and by nothing.
            let changed = Set(graph.taskIDs.filter { _ in Bool.random(using: &random) })
            let others = heads.replacing(changed, with: TaskHeads(Replay([]).validation))
            #expect(others.tasks == heads.tasks.filter { !changed.contains($0) }, replay)
            let rest = heads.replacing(
                Set(heads.tasks).subtracting(changed), with: TaskHeads(Replay([]).validation))
            #expect(others.replacing(changed, with: rest) == heads, replay)
        }
        #expect(divergedCount > 0)
    }

    @Test func noOtherBytesAreRead() throws {
        var heads: TaskHeads?
        RandomLogTests.forEachLog(share: 100) { nodes, _, _ in
            let found = TaskHeads(Replay(nodes).validation)
            if found.tasks.count > 1 { heads = found }
        }
        let bytes = try #require(heads).serialized
        for count in bytes.indices { #expect(Self.read(Array(bytes[..<count])) == nil) }
        #expect(Self.read(bytes + [0]) == nil)
        // A cache has a checksum: what is changed all the same is read as something that can be, or not at all.
        for place in 0..<bytes.count {
            var changed = bytes
            changed[place] ^= 0x81
            guard let read = Self.read(changed) else { continue }
            #expect(read.tasks == read.tasks.sorted() && read.serialized == changed)
        }
    }
}
