import Foundation
import TestSupport
import Testing

/// Twenty processes, each with a store of its own, claim one task at once: never two of them win.
@Suite struct ClaimRaceTests {
    private static let processCount = 20
    private let fixture: GitFixture

    init() throws { fixture = try GitFixture() }

    /// Copies of one store with a task, which share its key.
    private func stores(_ url: String, _ environment: [String: String]) throws -> (
        TaskStore, String
    ) {
        let first = try fixture.device("first", url: url, environment)
        try first.expect(["config", "sync.claims", "origin"])
        if url.hasPrefix("folder:") {
            try first.expect(["config", "remote.origin.copied", "false"])
        }
        let task = try first.add("Paint the fence", "--draft")
        for number in 1...Self.processCount {
            _ = try first.runner.shell("mkdir \(number) && cp -a .redo \(number)/.redo")
        }
        return (first, task)
    }

    /// Lets all of them claim at one moment.
    ///
    /// - Returns: the numbers of those that won.
    private func race(
        _ first: TaskStore, _ task: String, at wall: String,
        location: SourceLocation = #_sourceLocation
    ) throws -> [Int] {
        let script = """
            rm -f go
            for n in $(seq 1 \(Self.processCount)); do
                (while [ ! -e go ]; do sleep 0.01; done
                 cd $n && redo claim \(task) --for 1h >out 2>err; echo $? >status) &
            done
            sleep 0.3; : >go; wait
            """
        _ = try first.runner.shell(script, extra: ["REDO_WALL": wall])
        var winners: [Int] = []
        for number in 1...Self.processCount {
            let text = try first.runner.shell("cat \(number)/status; cat \(number)/err").text
            if text.hasPrefix("0\n") {
                winners.append(number)
            } else {
                #expect(
                    text.codesFirst.hasPrefix("1\nerror: E_CLAIMED: "), "\(text)",
                    sourceLocation: location)
            }
        }
        return winners
    }

    /// One wins when there is nothing, none while it holds, and one when it is over for five minutes.
    private func expectOneWinnerEach(_ url: String, _ environment: [String: String]) throws {
        let (first, task) = try stores(url, environment)
        let winners = try race(first, task, at: "2025-11-16T12:00:00.000Z")
        #expect(winners.count == 1, "\(winners)")
        // Until it is over no other store gets it.
        let loser = try #require((1...Self.processCount).first { !winners.contains($0) })
        let refused = try first.runner.shell(
            "cd \(loser) && redo claim \(task)", extra: ["REDO_WALL": "2025-11-16T13:04:59.999Z"])
        #expect(refused.status == 1, "\(refused)")
        let next = try race(first, task, at: "2025-11-16T13:05:00.000Z")
        #expect(next.count == 1, "\(next)")
        // What the remote shows is what the winner has in its log.
        let listed = try first.run(
            "claim", ["--list", "--json"], extra: ["REDO_WALL": "2025-11-16T13:05:00.000Z"])
        let claim = try #require(TaskStore.objects(listed).first?["claimId"]?.text)
        let winner = try #require(next.first)
        let log = try first.runner.shell("redo --redo-dir \(winner)/.redo export").text
        #expect(log.contains("\"claimId\":\"\(claim)\""))
    }

    /// Commands of one store are as many workers: one of them wins, too.
    @Test func oneCommandOfAStoreWins() throws {
        let first = try fixture.device("first")
        try first.expect(["config", "sync.claims", "origin"])
        let task = try first.add("Paint the fence", "--draft")
        let outcome = try first.runner.shell(
            "for n in 1 2 3 4 5; do (redo claim \(task) >/dev/null 2>&1; echo $?) & done; wait")
        #expect(outcome.lines.sorted() == ["0", "1", "1", "1", "1"], "\(outcome)")
    }

    @Test func oneWinsOverAPath() throws { try expectOneWinnerEach(fixture.url, [:]) }

    @Test func oneWinsInADirectory() throws {
        let path = fixture.place.path("stick")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try expectOneWinnerEach("folder:\(path)", [:])
    }

    @Test(.timeLimit(.minutes(5))) func oneWinsOverSSH() throws {
        let (url, environment) = try fixture.reach(.ssh)
        try expectOneWinnerEach(url, environment)
    }

    @Test(.timeLimit(.minutes(5))) func oneWinsOverADaemon() throws {
        try fixture.git("config", "daemon.receivepack", "true")
        let (url, environment) = try fixture.reach(.daemon)
        try expectOneWinnerEach(url, environment)
    }
}
