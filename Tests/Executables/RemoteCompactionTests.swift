import Foundation
import TestSupport
import Testing

/// `redo remote compact`: a remote of packs goes on without its history.
@Suite struct RemoteCompactionTests {
    private let fixture: GitFixture

    init() throws { fixture = try GitFixture() }

    private func state(_ device: TaskStore) throws -> String {
        try device.expect(["replay", "--hash"]).text
    }

    /// How many packs the statement of a slot lists.
    private func packCount(_ slot: String) throws -> Int {
        try fixture.git("show", "\(slot):statement")[0].components(separatedBy: "\"pieces\"").count
            - 1
    }

    /// Lets devices write and sync in turn.
    private func exchange(_ devices: [TaskStore], rounds: Int) throws {
        for round in 1...rounds {
            for (number, device) in devices.enumerated() {
                try device.add("Task \(round) of \(number)", "--draft")
                try device.expect(["sync"])
            }
        }
    }

    @Test(arguments: [Transport.path, .ssh, .http])
    func theHistoryGoes(_ transport: Transport) throws {
        let (url, environment) = try fixture.reach(transport)
        let devices = try ["phone", "laptop"].map {
            try fixture.device($0, url: url, environment)
        }
        try exchange(devices, rounds: 3)
        let old = try fixture.slots()
        let commits = try fixture.git("rev-list", "--count", "--all")
        #expect(commits[0] != "2")
        for device in devices {
            let compacted = try device.expect(["remote", "compact"])
            #expect(
                compacted.text.wholeMatch(of: /compacted origin: \d+ packs? became \d\n/) != nil,
                "\(compacted)")
            #expect(try device.expect(["remote", "compact"]).text == "nothing to compact\n")
        }
        let slots = try fixture.slots()
        #expect(slots.count == 2 && Set(slots).isDisjoint(with: old))
        #expect(try fixture.git("rev-list", "--count", "--all") == ["2"])
        // No one is accused of what was replaced, and nothing is lost.
        for device in devices + devices { try device.expect(["sync"]) }
        #expect(try state(devices[0]) == state(devices[1]))
        let reader = try fixture.device("reader", url: url, environment)
        #expect(try reader.expect(["fetch"]).text == "received 6 nodes\n")
        try exchange(devices, rounds: 1)
        try devices[0].expect(["sync"])
        #expect(try state(devices[0]) == state(devices[1]))
    }

    /// Two devices that push in turn join what they have made, whoever lists it.
    @Test func twoDevicesListFewPacks() throws {
        let devices = try ["phone", "laptop"].map { try fixture.device($0) }
        try exchange(devices, rounds: 16)
        for slot in try fixture.slots() {
            #expect(try packCount(slot) <= 12, "\(slot)")
        }
        try devices[0].expect(["sync"])
        #expect(try state(devices[0]) == state(devices[1]))
    }

    /// Each node follows the other device's last one, so the packs that each has joined hold parents of the other's.
    @Test func packsThatDependOnOneAnotherAreTakenIn() throws {
        let devices = try ["phone", "laptop"].map { try fixture.device($0) }
        try devices[0].add("Story", "--draft")
        try devices[0].expect(["sync"])
        for round in 1...8 {
            for (number, device) in devices.enumerated().reversed() {
                try device.expect(["sync"])
                let edited = try device.run(
                    "edit", ["Story", "--title", "Story \(round) of \(number)"])
                #expect(edited.status == 0, "\(edited)")
                try device.expect(["sync"])
            }
        }
        for device in devices { try device.expect(["remote", "compact"]) }
        for device in devices { try device.expect(["sync"]) }
        let ids = try devices[0].ids()
        #expect(ids.count == 17)
        for slot in try fixture.slots() { #expect(try packCount(slot) <= 3, "\(slot)") }
        let reader = try fixture.device("reader")
        #expect(try reader.expect(["fetch"]).text == "received 17 nodes\n")
        #expect(try state(reader) == state(devices[0]))
        #expect(try reader.expect(["fetch"]).text == "nothing new\n")
    }

    @Test func aLoneDeviceHasOnePack() throws {
        let phone = try fixture.device("phone")
        for number in 1...9 {
            try phone.add("Task \(number)", "--draft")
            try phone.expect(["push"])
        }
        #expect(try phone.expect(["remote", "compact"]).text.hasSuffix(" became 1\n"))
        let slot = try #require(try fixture.slots().first)
        #expect(try packCount(slot) == 1)
        let text = try fixture.git("show", "\(slot):statement")[0]
        #expect(text.contains("\"retired\":[{\"digest\"") && text.contains("\"sequence\":1,"))
        // A device that has seen the old slot reads no node twice and accuses no one.
        let laptop = try fixture.device("laptop")
        #expect(try laptop.expect(["fetch"]).text == "received 9 nodes\n")
    }

    /// Whoever saw the old slot is told by the new one that it was replaced.
    @Test func theOldSlotIsNotMissed() throws {
        let phone = try fixture.device("phone")
        let laptop = try fixture.device("laptop")
        try exchange([phone, laptop, phone], rounds: 2)
        try laptop.expect(["sync"])
        try phone.expect(["remote", "compact"])
        #expect(try laptop.expect(["fetch"]).text == "nothing new\n")
        let third = try fixture.device("third")
        // The laptop's statement has seen the slot that is gone.
        #expect(try third.expect(["fetch"]).text == "received 6 nodes\n")
    }

    /// A store that has lost nodes does not take them from the remote as well.
    @Test func aStoreThatLacksNodesCompactsNothing() throws {
        let phone = try fixture.device("phone")
        for title in ["One", "Two"] {
            try phone.add(title, "--draft")
            try phone.expect(["push"])
        }
        let before = try fixture.references()
        _ = try phone.runner.shell("find .redo/objects -type f | head -1 | xargs rm -f")
        let refused = try phone.run("remote", ["compact"])
        #expect(refused.status == 128, "\(refused)")
        #expect(
            refused.codedError.contains("origin has 1 node of this device that the store lacks"),
            "\(refused)")
        #expect(refused.codedError.contains("hint: 'redo fsck --from origin' brings them back\n"))
        #expect(try fixture.references() == before)
        _ = try phone.run("fsck", ["--from", "origin"])
        try phone.expect(["remote", "compact"])
        #expect(try phone.ids().count == 2)
    }

    /// Another copy of the store has pushed to the slot since: it is not removed.
    @Test func aSlotThatAnotherCopyUsesStays() throws {
        let phone = try fixture.device("phone")
        for title in ["One", "Two"] {
            try phone.add(title, "--draft")
            try phone.expect(["push"])
        }
        let slot = try #require(try fixture.slots().first)
        let tip = try fixture.git("rev-parse", slot)[0]
        try phone.expect(["remote", "compact"])
        // As if the host had not removed it, and the copy had gone on.
        _ = try phone.runner.shell(
            "sed -i 's/\"removable\":\\[\\]/\"removable\":[\"\(slot.suffix(32))\"]/' .redo/checkpoints/origin/state"
        )
        let first = try fixture.git("rev-parse", "\(tip)^")[0]
        try fixture.git("update-ref", slot, first)
        let compacted = try phone.run("remote", ["compact"])
        #expect(
            compacted.codedError.contains("is used by a copy of this store: it stays"),
            "\(compacted)")
        #expect(try fixture.references()[slot] == first)
        // Where it stands as it was replaced, it goes.
        _ = try phone.runner.shell(
            "sed -i 's/\"removable\":\\[\\]/\"removable\":[\"\(slot.suffix(32))\"]/' .redo/checkpoints/origin/state"
        )
        try fixture.git("update-ref", slot, tip)
        try phone.expect(["remote", "compact"])
        #expect(try fixture.references()[slot] == nil)
    }

    /// Readers and writers while another device compacts again and again: no error, and nothing is lost.
    @Test func othersGoOnMeanwhile() throws {
        let phone = try fixture.device("phone")
        let laptop = try fixture.device("laptop")
        try exchange([phone, laptop], rounds: 2)
        let outcomes = try fixture.compactWhileOthersPush(phone, laptop)
        #expect(outcomes.allSatisfy { $0.status == 0 }, "\(outcomes)")
        for device in [phone, laptop, phone] { try device.expect(["sync"]) }
        #expect(try phone.ids().count == 16)
        #expect(try state(phone) == state(laptop))
        let reader = try fixture.device("reader")
        try reader.expect(["fetch"])
        #expect(try reader.ids() == phone.ids())
    }

    /// Killed at any point, a repeat completes it, and the remote can be read all the time.
    @Test func aKilledCompactionIsCompletedByARepeat() throws {
        let phone = try fixture.device("phone")
        try fixture.write(1...40, on: phone)
        for number in 1...3 {
            try phone.add("Task \(number)", "--draft")
            try phone.expect(["push"])
        }
        let ids = try phone.ids()
        _ = try fixture.place.shell("cp -a remote.git before.git")
        _ = try phone.runner.shell("cp -a .redo/checkpoints before")
        let loop = KillLoop(
            runner: phone.runner, name: "redo-remote", arguments: ["compact"], killCount: 8
        ) {
            _ = try fixture.place.shell("rm -rf remote.git && cp -a before.git remote.git")
            // The folder itself stays: its number tells the store from a copy.
            _ = try phone.runner.shell(
                "cd .redo/checkpoints/origin && find . -mindepth 1 -delete; cp -a ../../../before/origin/. ."
            )
        }
        try loop.kill { replay in
            let reader = try fixture.device("reader")
            try reader.expect(["fetch"], replay)
            #expect(try reader.ids() == ids, replay)
        } repetition: { replay in
            let outcome = try phone.run("remote", ["compact"])
            #expect(outcome.status == 0, "\(outcome) \(replay)")
            #expect(try fixture.slots().count == 1, "\(outcome) \(replay)")
            #expect(try fixture.git("rev-list", "--count", "--all") == ["1"], replay)
        }
    }
}
