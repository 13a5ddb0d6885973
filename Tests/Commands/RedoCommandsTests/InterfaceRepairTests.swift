import Foundation
import RedoScreen
import TestSupport
import Testing

@testable import RedoInteractiveCommands

/// Walking along the log, and what mends a store.
@Suite struct InterfaceRepairTests {
    @Test func parentsAndChildrenAreWalkedAlong() throws {
        let harness = try CommandHarness()
        let (_, nodes) = try harness.diverge()
        var ui = try InterfaceHarness(harness, rows: 60, columns: 90)
        ui.interface.push(OutputPage.node(nodes[0]))
        #expect(
            ui.lines.contains { $0.hasPrefix(nodes[1]) }
                && ui.lines.contains { $0.hasPrefix(nodes[2]) })
        try ui.select(nodes[2])
        ui.press("\n")
        #expect(ui.interface.page.commandLine.contains(nodes[2]))
        // From there to its parent, and on.
        try ui.select(nodes[0])
        ui.press("\n")
        #expect(ui.interface.page.commandLine.contains(nodes[0]))
        ui.press(.escape, .escape)
        #expect(ui.interface.page.commandLine.contains(nodes[0]))
    }

    @Test func aNodeTellsItsVerdictAndWhatSetTheFields() throws {
        let harness = try CommandHarness()
        let (_, nodes) = try harness.diverge()
        var ui = try InterfaceHarness(harness, rows: 60, columns: 90)
        ui.interface.push(OutputPage.node(nodes[2]))
        try ui.select("What set each field")
        ui.press("\n")
        #expect(ui.lines.contains { $0.contains("priority") && $0.contains("5") }, "\(ui.lines)")
        ui.press(.escape)
        try ui.select("What it changed")
        ui.press("\n")
        #expect(ui.lines.contains { $0.contains("Right") }, "\(ui.lines)")
        ui.press(.escape)
        try ui.select("Whether it is valid")
        ui.press("\n")
        let requests = ui.interface.takeRequests()
        #expect(
            requests == [.begin(BackgroundWork(title: "Verdict", ["verify", "--json", nodes[2]]))])
    }

    /// What takes long runs beside the screen; its results are a list that is walked along.
    @Test func aCheckRunsBesideTheScreen() throws {
        let harness = try CommandHarness()
        let (_, nodes) = try harness.diverge()
        var ui = try InterfaceHarness(harness, rows: 24, columns: 90)
        ui.press("5R")
        try ui.select("Check all nodes")
        ui.press("\n")
        let work = BackgroundWork(title: "Verify", ["verify"])
        var requests = ui.interface.takeRequests()
        #expect(requests == [.begin(work)])
        ui.interface.workGoesOn(Array("Checking:  10% (1/10)\rChecking:  50% (5/10)\r".utf8))
        #expect(ui.lines[23].hasSuffix("Checking:  50% (5/10)  Escape cancels"))
        // One at a time.
        try ui.select("Read every byte")
        ui.press("\n")
        requests = ui.interface.takeRequests()
        #expect(requests.isEmpty)
        let output =
            "Checking:  90%\rChecking: done\n\(nodes[1]): it is not signed (E_INVALID_SIGNATURE)\n"
        ui.interface.workEnded(work, isDone: false, Array(output.utf8))
        #expect(ui.lines[0].hasSuffix("› Repair › Verify"))
        try ui.select(nodes[1])
        ui.press("\n")
        #expect(ui.interface.page.commandLine.contains(nodes[1]))
    }

    /// What is typed is not disturbed by the end of a check.
    @Test func resultsWaitUntilNothingIsTyped() throws {
        let harness = try CommandHarness()
        try harness.succeed("add", "Buy milk")
        var ui = try InterfaceHarness(harness)
        let work = BackgroundWork(title: "Verify", ["verify"])
        ui.press("/milk")
        ui.interface.workEnded(work, isDone: true, [])
        #expect(ui.lines[23] == "/milk" && !ui.lines[0].contains("›"))
        ui.press(.escape)
        #expect(ui.lines[0].hasSuffix("› Verify") && ui.lines[1] == "Nothing is wrong.")
        ui.press(.escape)
        #expect(ui.lines.contains { $0.hasSuffix("Buy milk") })
    }

    /// What `fsck` finds names files.
    @Test func aFileOfANodeLeadsToTheNode() throws {
        let harness = try CommandHarness()
        let (_, nodes) = try harness.diverge()
        let digits = nodes[1].dropFirst("sha256:".count)
        let path = "/log/.redo/objects/\(digits.prefix(2))/\(digits.dropFirst(2))"
        var ui = try InterfaceHarness(harness, rows: 24, columns: 150)
        let work = BackgroundWork(title: "Check", ["fsck"])
        ui.interface.workEnded(
            work, isDone: false, Array("\(path): byte 3: it is damaged (STORAGE_004)\n".utf8))
        ui.press("\n")
        #expect(ui.interface.page.commandLine.contains(nodes[1]))
    }

    @Test func whatLiesInQuarantineIsListedWithItsReason() throws {
        let harness = try CommandHarness()
        try harness.succeed("add", "Buy milk")
        #expect(try harness.succeed("fsck", "--quarantine").isEmpty)
        let stray = harness.directory.path + "/.redo/objects/ab"
        try FileManager.default.createDirectory(atPath: stray, withIntermediateDirectories: true)
        try Data("junk".utf8).write(
            to: URL(filePath: stray + "/" + String(repeating: "c", count: 62)))
        _ = try harness.run("fsck", "--repair")
        let listed = try harness.run("fsck", "--quarantine")
        #expect(listed.status == 1 && listed.lines.count == 1, "\(listed)")
        #expect(listed.text.contains("ab" + String(repeating: "c", count: 62)))
        var ui = try InterfaceHarness(harness, rows: 24, columns: 90)
        ui.press("5R")
        try ui.select("quarantine, and why")
        ui.press("\n")
        #expect(ui.lines.contains { $0.contains("cccccccc") }, "\(ui.lines)")
        #expect(try harness.run("fsck", "--quarantine", "--repair").status == 129)
    }

    // MARK: Syncs

    /// Also where the sync began by itself.
    @Test func aSyncThatReachesNothingIsSaid() throws {
        let harness = try CommandHarness()
        var ui = try InterfaceHarness(harness)
        func noteSync(_ failure: String) throws {
            let directory = harness.directory.path + "/.redo/sync"
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true)
            let line =
                "{\"cause\":\"auto\",\"diverged\":0,\(failure)\"merged\":0,\"milliseconds\":5,"
                + "\"received\":0,\"remote\":\"origin\",\"sent\":0,\"status\":128,"
                + "\"time\":\"2025-11-16T11:00:00.000Z\"}\n"
            try Data(line.utf8).write(to: URL(filePath: directory + "/log"))
            ui.interface.syncHasEnded()
        }
        #expect(!ui.lines[23].contains("offline"))
        try noteSync(
            "\"failure\":{\"code\":\"NETWORK_001\",\"hints\":[],\"message\":\"unreachable\"},")
        #expect(ui.lines[23].hasSuffix("offline  0/0"))
        try noteSync("")
        #expect(ui.lines[23].hasSuffix("0/0") && !ui.lines[23].contains("offline"))
    }

    @Test func aSyncTellsHowFarItIsAndThatItIsOffline() throws {
        let harness = try CommandHarness()
        try harness.addRemote()
        var ui = try InterfaceHarness(harness)
        func sync(_ output: String, isDone: Bool) {
            ui.press("S")
            let requests = ui.interface.takeRequests()
            #expect(requests == [.begin(.sync)])
            ui.interface.workEnded(.sync, isDone: isDone, Array(output.utf8))
        }
        func record(_ failure: String = "", received: Int = 0, status: Int = 0) -> String {
            "{\"cause\":\"command\",\"diverged\":0,\(failure)\"merged\":0,\"milliseconds\":5,"
                + "\"received\":\(received),\"remote\":\"origin\",\"sent\":1,\"status\":\(status),"
                + "\"time\":\"2025-11-16T11:00:00.000Z\"}\n"
        }
        func failure(_ code: String) -> String {
            "\"failure\":{\"code\":\"\(code)\",\"hints\":[],\"message\":\"said otherwise\"},"
        }
        sync("Sending: 3/3\r\(record(received: 2))", isDone: true)
        #expect(ui.lines[23].hasPrefix("received 2 changes, sent 1 change"))
        // Texts of errors are for people: what is done about one follows from the record.
        let offline = record(failure("NETWORK_001"), status: 128)
        sync(offline + "error: not this (KEYCHAIN_002)\nhint: later\n", isDone: false)
        #expect(ui.lines[23].hasPrefix("offline: "))
        // What it could ask for is asked with the terminal.
        sync(record(failure("KEYCHAIN_002"), status: 128), isDone: false)
        let requests = ui.interface.takeRequests()
        #expect(requests == [.run(["sync"])])
    }
}
