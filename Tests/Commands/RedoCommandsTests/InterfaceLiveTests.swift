import Foundation
import RedoCommandLine
import RedoModel
import RedoScreen
import RedoSystem
import TestSupport
import Testing

@testable import RedoCommands
@testable import RedoInteractiveCommands

/// What changes on the screen while nobody types: time, other programs, and the work beside it.
@Suite struct InterfaceLiveTests {
    private func now(_ harness: CommandHarness) throws -> Instant {
        try CommandContext(suite: Suite.commands, in: InterfaceHarness.surroundings(harness)).now()
    }

    // MARK: Time

    /// Between two moments of the clock the words for a deadline, and whether it is soon, stay the same.
    @Test func wordsChangeOnlyWhenTheClockSaysSo() {
        let seed = Seed()
        var random = seed.generator
        let spans: [Int64] = [1, 1000, 60_000, 3_600_000, 86_400_000, 20 * 86_400_000]
        for _ in 0..<3000 {
            let span = spans.randomElement(using: &random) ?? 1
            let due = Instant(
                milliseconds: 1_763_000_000_000 + .random(in: 0...86_400_000, using: &random))
            let now = Instant(
                milliseconds: due.milliseconds + span * .random(in: -70...70, using: &random)
                    + .random(in: -1...1, using: &random))
            let next = min(
                ScreenClock.nextChange(ofDeadline: due, after: now),
                ScreenClock.nextHour(after: now, .local).milliseconds)
            #expect(next > now.milliseconds, seed.replay)
            let words = DueDescription(now: now)
            let last = DueDescription(now: Instant(milliseconds: next - 1))
            #expect(
                words.text(due) == last.text(due) && words.isSoon(due) == last.isSoon(due),
                seed.replay)
        }
    }

    /// Without a key, and one millisecond after its deadline.
    @Test func aTaskBecomesOverdueByItself() throws {
        let harness = try CommandHarness()
        try harness.succeed("add", "Buy milk", "--due", "in 90min")
        let due = Instant(milliseconds: try now(harness).milliseconds + 90 * 60_000)
        var ui = try InterfaceHarness(harness)
        var moments: [Instant] = []
        while !ui.lines[2].contains("overdue"), moments.count < 20 {
            moments.append(ui.interface.nextMoment)
            ui.interface.timePasses(to: ui.interface.nextMoment)
        }
        #expect(moments.last == Instant(milliseconds: due.milliseconds + 1), "\(ui.lines)")
        // It is woken for what changes, not each minute.
        #expect(moments.count < 6, "\(moments)")
        // Its words follow by the minute.
        #expect(
            ui.interface.nextMoment == Instant(milliseconds: due.milliseconds + 60_000))
    }

    @Test func aHiddenTaskComesBackByItself() throws {
        let harness = try CommandHarness()
        try harness.succeed("add", "Buy milk")
        try harness.succeed("snooze", "Buy milk", "--until", "in 30min")
        var ui = try InterfaceHarness(harness)
        #expect(!ui.lines[2].contains("Buy milk"))
        let end = Instant(milliseconds: try now(harness).milliseconds + 30 * 60_000)
        while ui.interface.nextMoment <= end {
            ui.interface.timePasses(to: ui.interface.nextMoment)
        }
        #expect(ui.lines[2].hasSuffix("Buy milk"), "\(ui.lines)")
    }

    // MARK: Others

    @Test func whatOthersChangedIsALineAndAPage() throws {
        let store = try SharedStore()
        try store.ann.succeed("add", "Buy milk", "--priority", "3")
        try store.ann.succeed("add", "Call Eve")
        var ui = try InterfaceHarness(store.ann, columns: 120)
        try store.ben.succeed("edit", "Buy milk", "--priority", "5")
        try store.ben.succeed("done", "Call Eve")
        ui.interface.storeHasChanged()
        let line = ui.lines[23]
        #expect(line.hasPrefix("2 tasks changed by Ben: "), "\(line)")
        #expect(line.contains("Buy milk") && line.contains("Call Eve"))
        ui.press("n")
        let page = ui.lines
        #expect(page[1] == "Changed by others", "\(page)")
        #expect(page.contains { $0.contains("Buy milk  changed: priority, by Ben") }, "\(page)")
        #expect(page.contains { $0.contains("Call Eve  done, by Ben") }, "\(page)")
    }

    /// What another terminal of this device wrote is no news.
    @Test func whatThisDeviceWroteIsNoNews() throws {
        let harness = try CommandHarness()
        var ui = try InterfaceHarness(harness, columns: 120)
        try harness.succeed("add", "Buy milk")
        let isRead = ui.interface.storeHasChanged()
        #expect(isRead && !ui.lines[23].contains("changed"), "\(ui.lines)")
        ui.press("n")
        #expect(ui.lines[23].hasPrefix("there is nothing new"))
    }

    @Test func aTaskThatDivergedIsNamed() throws {
        let harness = try CommandHarness()
        var ui = try InterfaceHarness(harness, columns: 120)
        _ = try harness.diverge()
        ui.interface.storeHasChanged()
        let line = ui.lines[23]
        #expect(line.hasPrefix("1 task changed by your device other: "), "\(line)")
        #expect(line.contains(" differs"), "\(line)")
    }

    // MARK: Beside the screen

    @Test func escapeCancelsASync() throws {
        let harness = try CommandHarness()
        try harness.addRemote()
        var ui = try InterfaceHarness(harness)
        ui.press("S")
        var requests = ui.interface.takeRequests()
        #expect(requests == [.begin(.sync)])
        #expect(ui.lines[23].hasSuffix("Escape cancels"), "\(ui.lines)")
        ui.press(.escape)
        requests = ui.interface.takeRequests()
        #expect(requests == [.cancel])
        ui.interface.workEnded(.sync, isDone: false, Array("Sending: 1/3\r".utf8))
        #expect(ui.lines[23].hasPrefix("cancelled: sync; what it wrote stays"), "\(ui.lines)")
        // Without work Escape is what it was.
        ui.press(.escape)
        requests = ui.interface.takeRequests()
        #expect(requests.isEmpty)
    }

    /// A sync that had ended before the key came is reported as it went.
    @Test func aSyncThatWasFasterIsReported() throws {
        let harness = try CommandHarness()
        try harness.addRemote()
        var ui = try InterfaceHarness(harness)
        ui.press("S")
        ui.press(.escape)
        let record =
            "{\"cause\":\"command\",\"diverged\":0,\"merged\":0,\"milliseconds\":5,"
            + "\"received\":0,\"remote\":\"origin\",\"sent\":1,\"status\":0,"
            + "\"time\":\"2025-11-16T11:00:00.000Z\"}\n"
        ui.interface.workEnded(.sync, isDone: false, Array(record.utf8))
        #expect(ui.lines[23].hasPrefix("sent 1 change"), "\(ui.lines)")
    }

    /// What the interface shows, `redo status` shows as well.
    @Test func statusTellsThatARemoteIsOffline() throws {
        let harness = try CommandHarness()
        // There is nothing at that path, which is a warning.
        let added = try harness.run("remote", "add", "origin", "\(harness.directory.path)/away")
        try #require(added.status == 0)
        let directory = harness.directory.path + "/.redo/sync"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        func note(_ failure: String) throws {
            let line =
                "{\"cause\":\"auto\",\"diverged\":0,\(failure)\"merged\":0,\"milliseconds\":5,"
                + "\"received\":0,\"remote\":\"origin\",\"sent\":0,\"status\":128,"
                + "\"time\":\"2025-11-16T11:00:00.000Z\"}\n"
            try Data(line.utf8).write(to: URL(filePath: directory + "/log"))
        }
        try note("\"failure\":{\"code\":\"NETWORK_001\",\"hints\":[],\"message\":\"no route\"},")
        let text = try harness.succeed("status")
        #expect(
            text.contains("sync      2025-11-16 11:00  origin (auto): offline: "), "\(text)")
        #expect(try harness.succeed("status", "--json").contains("\"code\":\"NETWORK_001\""))
        try note("")
        #expect(try !harness.succeed("status").contains("offline"))
    }
}
