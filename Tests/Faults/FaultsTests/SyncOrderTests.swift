import Foundation
import PowerCuts
import TestSupport
import Testing

/// What is synced before what, as the operations of commands show.
@Suite(.withFaults) struct SyncOrderTests {
    private let world: FaultWorld

    init() throws { world = try FaultWorld() }

    /// The operations of a command that change something, or make it last.
    private func operations(_ words: String) throws -> [FileOperation] {
        let outcome = try world.run(WritingCommand(words), ["REDO_FAULT_DATA": "1"])
        try #require(outcome.status == 0, "\(outcome)")
        return try OperationLog(world.logPath).operations.filter {
            FileOperation.Kind.writing.contains($0.kind) && $0.isDone
        }
    }

    /// Whether a folder is synced between two operations.
    private func expectSync(
        of directory: String, in operations: [FileOperation],
        after isFirst: (FileOperation) -> Bool,
        before isSecond: (FileOperation) -> Bool
    ) throws {
        let (last, next) = (
            operations.lastIndex(where: isFirst), operations.firstIndex(where: isSecond)
        )
        let first = try #require(last)
        let second = try #require(next)
        try #require(first < second)
        #expect(
            operations[first..<second].contains {
                $0.kind == .fsync && $0.path.hasSuffix("/objects\(directory)")
            })
    }

    @Test func theIndexOfAPackLastsBeforeThePackHasItsName() throws {
        try expectSync(of: "/pack", in: try operations("pack -q --all")) {
            $0.kind == .rename && $0.newPath.hasSuffix(".idx")
        } before: {
            $0.kind == .rename && $0.newPath.hasSuffix(".pack")
        }
    }

    @Test func aPackIsGoneBeforeItsIndex() throws {
        let operations = try operations("pack -q --all").drop {
            !($0.kind == .unlink && $0.path.hasSuffix(".pack"))
        }
        try expectSync(of: "/pack", in: Array(operations)) {
            $0.kind == .unlink && $0.path.hasSuffix(".pack")
        } before: {
            $0.kind == .unlink && $0.path.hasSuffix(".idx")
        }
    }

    /// Whether an operation gives a node its name; records of operations get theirs by a link, too.
    private func isNode(_ operation: FileOperation) -> Bool {
        operation.kind == .link && operation.newPath.contains("/objects/")
    }

    @Test func theFilesOfABatchLastBeforeTheFirstNodeHasItsName() throws {
        let operations = try operations("done 'Water the plants'")
        try expectSync(of: "", in: operations) {
            $0.kind == .create && $0.path.contains("/objects/tmp-")
        } before: {
            isNode($0)
        }
        #expect(operations.count(where: isNode) == 2)
    }

    /// A power cut that left the note alone would be reported as a loss.
    @Test(arguments: [
        ("sync origin", "sync/log", ["/sync/log", "/sync", ""]),
        ("add 'Wash the car'", "operations", [""]),
    ])
    func aRecordLastsBeforeItIsNoted(command: String, record: String, synced: [String]) throws {
        let store = "\(world.directory)/here/.redo"
        let note = "\(store)/inventory/record-\(record.replacing("/", with: "%2F"))"
        for path in [note, "\(store)/\(record)"] {
            try? FileManager.default.removeItem(atPath: path)
        }
        let operations = try operations(command)
        let made = try #require(
            operations.firstIndex {
                $0.newPath == "\(store)/\(record)"
                    || $0.kind == .mkdir && $0.path == "\(store)/\(record)"
            })
        let noted = try #require(operations.firstIndex { $0.newPath == note })
        try #require(made < noted)
        for path in synced {
            #expect(
                operations[made..<noted].contains {
                    $0.kind == .fsync && $0.path == "\(store)\(path)"
                },
                "\(path)")
        }
    }

    @Test func aBatchKeepsItsFilesUntilAllNamesLast() throws {
        let operations = try operations("done 'Water the plants'")
        let link = try #require(operations.lastIndex(where: isNode))
        let removal = try #require(
            operations.firstIndex { $0.kind == .unlink && $0.path.contains("/objects/tmp-") })
        let names = operations.filter(isNode).map {
            String($0.newPath.dropLast(63))
        }
        #expect(link < removal)
        for directory in names {
            #expect(
                operations[..<removal].contains { $0.kind == .fsync && $0.path == directory },
                "\(directory)")
        }
    }
}
