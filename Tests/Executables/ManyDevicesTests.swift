import RedoJSON
import TestSupport
import Testing

/// Ten devices that write to common tasks without a connection, and exchange what they have through one
/// remote, in random order: all arrive at one state.
@Suite struct ManyDevicesTests {
    @Test(arguments: [false, true])
    func allArriveAtOneState(merging: Bool) throws {
        let seed = Seed()
        var generator = seed.generator
        let fixture = try GitFixture()
        var devices: [TaskStore] = []
        for number in 0..<10 {
            let device = try fixture.device("device-\(number)")
            if merging { try device.expect(["config", "sync.merge", "true"]) }
            if number % 3 == 2 { try device.expect(["config", "redo.dialect", "payload"]) }
            devices.append(device)
        }
        try devices[0].add("Common", "--due", "+1d")
        try devices[0].add("Shared", "--due", "+2d")
        try devices[0].expect(["push"])
        for device in devices { try device.expect(["fetch"]) }
        var clock = 0
        for _ in 0..<40 {
            let number = Int.random(in: 0..<devices.count, using: &generator)
            if Int.random(in: 0..<3, using: &generator) == 0 {
                let command = ["sync", "push", "fetch", "pull"].randomElement(using: &generator)
                try devices[number].expect([command ?? "sync"], seed.replay)
            } else {
                clock += 1
                try write(clock, on: devices[number], &generator, seed.replay)
            }
        }
        // Those that are merged at several places are heads again: with every round there are fewer.
        for round in 0..<3 {
            for device in round == 0 ? devices.shuffled(using: &generator) : devices {
                try device.expect(["sync"], seed.replay)
            }
        }
        let hashes = Set(try devices.map { try $0.stateHash() })
        let counts = Set(try devices.map { try $0.ids().count })
        #expect(hashes.count == 1 && counts.count == 1, seed.replay)
        #expect(try fixture.nodeIDs() == devices[0].ids(), seed.replay)
        let diverged = try devices[0].run("heads", ["--diverged"]).lines
        if merging { #expect(diverged.isEmpty, seed.replay) }
        for device in devices {
            #expect(
                try device.expect(["sync"]).lines.prefix(2)
                    == ["nothing new", "everything up-to-date"],
                seed.replay)
            let count = try device.run("sync").lines.count
            // A line for each task that differs, up to a number.
            #expect(diverged.isEmpty ? count == 2 : count > 2, seed.replay)
            #expect(try device.run("fsck").status == 0, seed.replay)
        }
        try fixture.expectSound(seed.replay)
        print("ten devices, \(counts) nodes, merging: \(merging), seed \(seed.value)")
    }

    private func write(
        _ clock: Int, on device: TaskStore, _ generator: inout SeededGenerator, _ replay: Comment
    ) throws {
        let tasks = try device.tasks().compactMap { $0["guid"]?.text }
        let task = tasks.randomElement(using: &generator) ?? ""
        let number = Int.random(in: 1...5, using: &generator)
        let commands = [
            ["edit", task, "-p", "\(number)"], ["edit", task, "--title", "T\(clock)"],
            ["todo", task, "--due", "2025-12-0\(number)T09:00:00.000Z"], ["archive", task],
            ["unarchive", task], ["add", "New \(clock)", "--draft"], ["done", task],
        ]
        let words = commands.randomElement(using: &generator) ?? []
        let wall =
            "2025-11-16T1\(clock / 60 % 10):\(clock % 60 < 10 ? "0" : "")\(clock % 60):00.000Z"
        let outcome = try device.run(
            words[0], Array(words.dropFirst()), extra: ["REDO_WALL": wall])
        // A task without an open to-do cannot be completed.
        #expect(outcome.status == 0 || words[0] == "done", "\(words): \(outcome) \(replay)")
    }
}
