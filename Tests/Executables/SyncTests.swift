import Foundation
import RedoJSON
import TestSupport
import Testing

/// `redo sync`: what it notes, and syncs that happen by themselves.
@Suite struct SyncTests {
    private let fixture: GitFixture
    private let phone: TaskStore

    init() throws {
        fixture = try GitFixture()
        phone = try fixture.device("phone")
    }

    private func log(_ store: TaskStore) throws -> [JSONValue] {
        try TaskStore.objects(store.run("sync", ["--log", "--json"]))
    }

    /// Programs read how a sync went, and nothing else.
    @Test func oneObjectSaysHowASyncWent() throws {
        try phone.add("Milk", "--draft")
        let done = try phone.run("sync", ["--json"])
        #expect(try TaskStore.objects(done) == log(phone))
        #expect(try log(phone)[0]["sent"] == 1 && done.error.isEmpty)
        try phone.expect(["remote", "set-url", "origin", "git://127.0.0.1:1/redo.git"])
        let failed = try phone.run("sync", ["--json"])
        #expect(
            failed.status == 128 && failed.codedError.hasPrefix("error: NETWORK_001: "), "\(failed)"
        )
        let record = try JSONDocument(Array(failed.lines[0].utf8)).root.value
        #expect(try failed.lines.count == 1 && record == log(phone).last)
        #expect(record["failure"]?["code"]?.text == "NETWORK_001")
    }

    /// Also where the remote cannot even be opened.
    @Test func aSyncThatCannotBeginIsNoted() throws {
        let url = "folder:\(phone.runner.path("nowhere"))"
        // It warns that the folder is missing.
        #expect(try phone.run("remote", ["set-url", "origin", url]).status == 0)
        let outcome = try phone.run("sync")
        #expect(
            outcome.status == 128 && outcome.codedError.hasPrefix("error: STORAGE_001: "),
            "\(outcome)")
        #expect(try log(phone).map { $0["failure"]?["code"]?.text } == ["STORAGE_001"])
        // Wrong usage is no exchange.
        #expect(try phone.run("sync", ["--no-require-signature"]).status == 129)
        #expect(try log(phone).count == 1)
    }

    /// Waits until a process that nobody waits for has done something.
    private func eventually(_ isDone: () throws -> Bool) throws {
        for _ in 0..<6000 {
            if try isDone() { return }
            usleep(10_000)
        }
        Issue.record("nothing has happened for a minute")
    }

    private func setUpAutomaticSync(_ store: TaskStore, delay: Int = 0) throws {
        try store.expect(["config", "--global", "sync.auto", "true"])
        try store.expect(["config", "--global", "sync.autoDelay", "\(delay)"])
    }

    /// Holds the lock of the process that syncs by itself.
    private func lock(_ store: TaskStore) throws -> FileHandle {
        _ = try store.runner.shell("mkdir -p .redo/sync")
        let path = store.runner.path(".redo/sync/lock")
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        try #require(flock(file, LOCK_EX | LOCK_NB) == 0)
        return FileHandle(fileDescriptor: file, closeOnDealloc: true)
    }

    private func isLocked(_ store: TaskStore) -> Bool {
        let file = open(store.runner.path(".redo/sync/lock"), O_RDWR | O_CLOEXEC)
        defer { close(file) }
        return flock(file, LOCK_EX | LOCK_NB) != 0
    }

    // MARK: The log

    @Test func eachSyncIsNoted() throws {
        try phone.add("Milk", "--draft")
        try phone.expect(["sync"])
        let laptop = try fixture.device("laptop")
        try laptop.expect(["sync"])
        try laptop.expect(["sync"])
        let records = try log(laptop)
        #expect(records.count == 2)
        #expect(records[0]["received"] == 1 && records[0]["sent"] == 0)
        #expect(records[0]["cause"]?.text == "command" && records[0]["remote"]?.text == "origin")
        #expect(records[0]["status"] == 0 && records[0]["failure"] == nil)
        #expect(records[0]["time"]?.text == CommandRunner.now)
        #expect(records[1]["received"] == 0)
        #expect(try log(phone)[0]["sent"] == 1)
        #expect(
            try laptop.expect(["sync", "--log"]).lines == [
                "2025-11-16 12:00  origin: received 1 change",
                "2025-11-16 12:00  origin: nothing new",
            ])
        #expect(try laptop.expect(["sync", "--log", "backup"]).lines.isEmpty)
    }

    @Test func aFailureIsNotedWithItsCode() throws {
        try phone.expect(["remote", "set-url", "origin", "git://127.0.0.1:1/redo.git"])
        let outcome = try phone.expect(["sync"], status: 128)
        #expect(outcome.codedError.contains("NETWORK_001"))
        let record = try #require(try log(phone).last)
        #expect(record["failure"]?["code"]?.text == "NETWORK_001" && record["status"] == 128)
        #expect(
            try phone.expect(["sync", "--log"]).text
                .hasPrefix("2025-11-16 12:00  origin: offline: "))
    }

    @Test func divergedTasksAreCounted() throws {
        try diverge()
        #expect(
            try phone.expect(["sync"]).lines.last?.contains(" differs between devices: ") == true)
        #expect(try log(phone).last?["diverged"] == 1)
        // For programs nothing is said of it, and the log knows.
        try phone.expect(["sync", "--porcelain"])
        #expect(try log(phone).last?["diverged"] == 1)
        let merged = try phone.expect(["sync", "--merge"])
        #expect(!merged.text.contains("diverged"))
        #expect(try log(phone).last?["merged"] == 1 && log(phone).last?["diverged"] == 0)
    }

    /// Two devices change a task without knowing of each other; the other one has pushed.
    private func diverge() throws {
        try phone.add("Milk", "--draft")
        try phone.expect(["sync"])
        let laptop = try fixture.device("laptop")
        try laptop.expect(["sync"])
        try laptop.expect(["edit", "Milk", "--priority", "5"])
        try laptop.expect(["sync"])
        try phone.expect(["edit", "Milk", "--priority", "1"])
    }

    @Test func aDamagedLogIsNoObstacle() throws {
        try phone.add("Milk", "--draft")
        _ = try phone.runner.shell(
            "mkdir -p .redo/sync; printf 'x\\n{\"time\":1}\\n\\000\\377\\n' > .redo/sync/log")
        #expect(try log(phone).isEmpty)
        try phone.expect(["sync"])
        #expect(try log(phone).count == 1)
    }

    /// Whoever made the folder cannot have other files overwritten.
    @Test func aLinkInThePlaceOfTheFolderIsRefused() throws {
        _ = try phone.runner.shell("mkdir elsewhere; ln -s ../elsewhere .redo/sync")
        let outcome = try phone.run("sync")
        #expect(outcome.status == 128 && outcome.codedError.hasPrefix("error: STORAGE_001: "))
        #expect(try phone.runner.contents(of: "elsewhere").isEmpty)
    }

    // MARK: sync.auto

    @Test func whatIsWrittenIsSent() throws {
        try setUpAutomaticSync(phone)
        let outcome = try phone.run("add", ["Milk", "--draft"])
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        try eventually { try log(phone).contains { $0["cause"]?.text == "auto" } }
        try eventually { !isLocked(phone) }
        #expect(try fixture.nodeIDs() == phone.ids())
        let records = try log(phone)
        #expect(records.count == 1 && records[0]["sent"] == 1)
    }

    @Test func changesThatFollowEachOtherAreSentAtOnce() throws {
        try setUpAutomaticSync(phone)
        let lock = try lock(phone)
        for title in ["Milk", "Bread", "Tea"] { try phone.add(title, "--draft") }
        #expect(try log(phone).isEmpty)
        #expect(FileManager.default.fileExists(atPath: phone.runner.path(".redo/sync/wanted")))
        try lock.close()
        try phone.add("Salt", "--draft")
        try eventually { try !log(phone).isEmpty }
        try eventually { !isLocked(phone) }
        let records = try log(phone)
        #expect(records.count == 1 && records[0]["sent"] == 4)
        #expect(!FileManager.default.fileExists(atPath: phone.runner.path(".redo/sync/wanted")))
    }

    @Test func aFailureIsSaidInTheLogAlone() throws {
        try setUpAutomaticSync(phone)
        try phone.expect(["remote", "set-url", "origin", "git://127.0.0.1:1/redo.git"])
        let outcome = try phone.run("add", ["Milk", "--draft"])
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        try eventually { try !log(phone).isEmpty }
        try eventually { !isLocked(phone) }
        #expect(try log(phone)[0]["failure"]?["code"]?.text == "NETWORK_001")
    }

    /// A store that came from elsewhere sends nothing by itself, and one without a remote has nowhere to.
    @Test func onlyTheUserSwitchesItOn() throws {
        let file = FileManager.default
        try phone.configure("[sync]\n\tauto = true\n")
        try phone.add("Milk", "--draft")
        #expect(!file.fileExists(atPath: phone.runner.path(".redo/sync")))
        let lonely = try TaskStore()
        try setUpAutomaticSync(lonely)
        try lonely.add("Milk", "--draft")
        #expect(!file.fileExists(atPath: lonely.runner.path(".redo/sync")))
    }

    // MARK: --watch

    private func watch(interval: Int = 86_400) throws -> Coprocess {
        try phone.expect(["config", "sync.interval", "\(interval)"])
        return try Coprocess(phone.runner, "redo-sync", ["--watch"], errorFile: "errors")
    }

    @Test func whatIsWrittenHereGoesThere() throws {
        try phone.add("Milk", "--draft")
        let process = try watch()
        defer { process.send(signal: SIGKILL) }
        #expect(process.line() == "2025-11-16 12:00  origin (watch): sent 1 change")
        try phone.add("Bread", "--draft")
        #expect(process.line() == "2025-11-16 12:00  origin (watch): sent 1 change")
        #expect(try fixture.nodeIDs() == phone.ids())
        process.send(signal: SIGTERM)
        #expect(process.wait() == 128 + SIGTERM)
        let errors = String(decoding: try phone.runner.contents(ofFile: "errors"), as: UTF8.self)
        #expect(errors.isEmpty, "\(errors)")
    }

    /// With a clock that stands still an exchange can be like the last one to the millisecond.
    @Test func anExchangeThatIsLikeTheLastOneIsReported() throws {
        let directory = phone.runner.path("exec")
        let record = """
            {"cause":"watch","diverged":0,"merged":0,"milliseconds":5,"received":0,"remote":"origin","sent":1,\
            "status":0,"time":"2025-11-16T12:00:00.000Z"}
            """
        try ProgramFile.write(
            """
            #!/bin/sh
            echo '\(record)'

            """, to: "\(directory)/redo-sync")
        try phone.expect(["config", "sync.interval", "1"])
        let process = try Coprocess(
            phone.runner, "redo", ["--exec-path=\(directory)", "sync", "--watch"],
            errorFile: "errors")
        defer { process.send(signal: SIGKILL) }
        for _ in 0..<2 {
            #expect(process.line() == "2025-11-16 12:00  origin (watch): sent 1 change")
        }
        process.send(signal: SIGTERM)
        #expect(process.wait() == 128 + SIGTERM)
        let errors = String(decoding: try phone.runner.contents(ofFile: "errors"), as: UTF8.self)
        #expect(errors.isEmpty, "\(errors)")
    }

    @Test func whatComesThereComesHere() throws {
        let process = try watch(interval: 1)
        defer { process.send(signal: SIGKILL) }
        #expect(process.line() == "2025-11-16 12:00  origin (watch): nothing new")
        let laptop = try fixture.device("laptop")
        try laptop.add("Tea", "--draft")
        try laptop.expect(["sync"])
        #expect(process.line() == "2025-11-16 12:00  origin (watch): received 1 change")
        process.send(signal: SIGINT)
        #expect(process.wait() == 128 + SIGINT)
    }

    @Test func conflictsAreListedWithWhatSettlesThem() throws {
        try diverge()
        let process = try watch()
        defer { process.send(signal: SIGKILL) }
        #expect(
            process.line()
                == "2025-11-16 12:00  origin (watch): received 1 change, sent 1 change, 1 task to merge"
        )
        #expect(process.line()?.hasSuffix(" Milk") == true)
        var lines: [String] = []
        while let line = process.line() {
            lines.append(line)
            if line.hasPrefix("hint: ") { break }
        }
        #expect(lines.contains { $0.hasPrefix("  priority: ") }, "\(lines)")
        #expect(lines.last?.contains("'redo merge --all'") == true)
        process.send(signal: SIGTERM)
        _ = process.wait()
    }

    @Test func beingOfflineIsSaid() throws {
        try phone.expect(["remote", "set-url", "origin", "git://127.0.0.1:1/redo.git"])
        let process = try watch()
        defer { process.send(signal: SIGKILL) }
        let line = process.line() ?? ""
        #expect(
            line.hasPrefix("2025-11-16 12:00  origin (watch): offline: "), "\(line)")
        process.send(signal: SIGTERM)
        _ = process.wait()
    }

    /// Two of them would only ask twice as often.
    @Test func oneProcessAtATime() throws {
        let lock = try lock(phone)
        let process = try watch()
        defer { process.send(signal: SIGKILL) }
        try eventually {
            String(decoding: try phone.runner.contents(ofFile: "errors"), as: UTF8.self)
                == "note: waiting for another process that keeps this store synced\n"
        }
        #expect(try log(phone).isEmpty)
        try lock.close()
        #expect(process.line() == "2025-11-16 12:00  origin (watch): nothing new")
        process.send(signal: SIGTERM)
        _ = process.wait()
    }

    @Test(arguments: [
        ["--watch", "--auto"], ["--watch", "--log"], ["--json", "--watch"],
        ["--json", "--porcelain"], ["--watch", "--porcelain"],
        ["--started-by", "me"],
    ])
    func whatDoesNotGoTogetherIsRefused(_ words: [String]) throws {
        let outcome = try phone.run("sync", words)
        #expect(
            outcome.status == 129 && outcome.codedError.hasPrefix("error: USAGE: "), "\(outcome)")
    }
}
