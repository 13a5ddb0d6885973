import Foundation
import RedoCrypto
import TestSupport
import Testing

/// Devices whose remotes are folders that Syncthing copies to each other.
@Suite(.withTools("syncthing"), .timeLimit(.minutes(30))) struct SyncthingTests {
    private let fixture: GitFixture
    private let pair: SyncthingPair
    private let devices: [TaskStore]

    init() throws {
        fixture = try GitFixture()
        let place = fixture.place
        _ = try place.shell("mkdir copy-0 copy-1")
        let directories = (0...1).map { place.path("copy-\($0)") }
        pair = try SyncthingPair(between: directories, in: place.directory.path)
        devices = [
            try fixture.device("phone", url: "folder:\(directories[0])"),
            try fixture.device("laptop", url: "folder:\(directories[1])"),
        ]
    }

    /// How often devices write while Syncthing copies: in 2 rounds, or as many as `REDO_SYNCTHING` says.
    private static let roundCount =
        ProcessInfo.processInfo.environment["REDO_SYNCTHING"].flatMap { Int($0) } ?? 2

    private static let commands = [
        ["sync"], ["sync"], ["fetch"], ["push"], ["remote", "verify"], ["remote", "compact"],
        ["status"],
    ]

    private func expect(
        _ words: [String], on place: Int, _ comment: Comment, wall: String? = nil
    ) throws {
        let outcome = try devices[place].run(
            words[0], Array(words.dropFirst()), extra: wall.map { ["REDO_WALL": $0] } ?? [:])
        #expect(outcome.status == 0, "device \(place): \(words): \(outcome) \(comment)")
        #expect(
            !outcome.codedError.contains("E_REMOTE"), "\(place): \(words): \(outcome) \(comment)")
    }

    /// Lets both folders and both devices have the same.
    private func settle(_ comment: Comment) throws {
        for _ in 0..<2 {
            try pair.waitUntilEqual()
            for place in 0...1 { try expect(["sync"], on: place, comment) }
        }
        try pair.waitUntilEqual()
        for place in 0...1 {
            try expect(["fetch"], on: place, comment)
            let verified = try devices[place].expect(["remote", "verify"]).text
            #expect(verified.hasSuffix(": all of it holds\n"), "\(verified) \(comment)")
            #expect(try !devices[place].expect(["status"]).text.contains("not yet here"), comment)
        }
        #expect(try devices[0].stateHash() == devices[1].stateHash(), comment)
    }

    /// Commands run while Syncthing copies, and then each device has everything.
    @Test func devicesGoOnWhileSyncthingCopies() throws {
        let seed = Seed()
        var numbers = seed.generator
        for place in 0...1 { try pair.start(place) }
        for round in 0..<Self.roundCount {
            for number in 0..<20 {
                let place = Int.random(in: 0...1, using: &numbers)
                if Bool.random(using: &numbers) {
                    try devices[place].add("Task \(round)-\(number)", "--draft")
                }
                let words = try #require(Self.commands.randomElement(using: &numbers))
                try expect(words, on: place, seed.replay)
            }
            try settle(seed.replay)
        }
    }

    /// Both devices mark a file while Syncthing is away, each with its own time: a conflict, whose loser Syncthing keeps.
    @Test func aConflictIsNoError() throws {
        for place in 0...1 { try pair.start(place) }
        for place in 0...1 {
            try devices[place].add("Task \(place)", "--draft")
            try expect(["sync"], on: place, "before")
        }
        try settle("before")
        pair.stop(1)
        // A file of a push that was given up, which both have and nobody has marked.
        let piece = Array("piece".utf8)
        let name = SHA256.digest(piece.span).hexadecimal
        for place in 0...1 { try fixture.place.write(piece, to: "copy-\(place)/data/\(name)") }
        try expect(["remote", "compact"], on: 0, "apart", wall: "2025-11-17T12:00:00.000Z")
        try expect(["remote", "compact"], on: 1, "apart", wall: "2025-11-18T12:00:00.000Z")
        for place in 0...1 {
            #expect(
                FileManager.default.fileExists(
                    atPath: fixture.place.path("copy-\(place)/gone/\(name)")))
        }
        try pair.start(1)
        try pair.waitUntilEqual()
        let conflicts = pair.conflicts(0)
        #expect(conflicts.contains { $0.hasPrefix("gone/\(name).sync-conflict-") }, "\(conflicts)")
        try settle("after")
        // The file goes all the same, on both sides.
        for place in 0...1 {
            try expect(["remote", "compact"], on: place, "late", wall: "2025-12-30T12:00:00.000Z")
            try pair.waitUntilEqual()
        }
        #expect(
            !FileManager.default.fileExists(atPath: fixture.place.path("copy-1/data/\(name)")))
        try settle("late")
    }
}
