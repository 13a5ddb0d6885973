import Foundation
import RedoJSON
import TestSupport
import Testing

/// What a remote of packs withholds: how it stays noted, and who tells it.
@Suite struct WithheldNodesTests {
    private let fixture: GitFixture

    init() throws { fixture = try GitFixture() }

    private func directory() throws -> String {
        let path = fixture.place.path("stick")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return "folder:\(path)"
    }

    /// A phone that has pushed two tasks, and a laptop that has seen both; the remote then shows the first alone.
    private func rewound(
        copied: Bool? = nil
    ) throws -> (phone: TaskStore, laptop: TaskStore) {
        let url = try directory()
        let phone = try fixture.device("phone", url: url)
        try phone.add("One", "--draft")
        try phone.expect(["push"])
        _ = try fixture.place.shell("cp -a stick old")
        try phone.add("Two", "--draft")
        try phone.expect(["push"])
        let laptop = try fixture.device("laptop", url: url)
        if let copied {
            try laptop.expect(["config", "remote.origin.copied", "\(copied)"])
        }
        try laptop.expect(["fetch"])
        _ = try fixture.place.shell("rm -rf stick && mv old stick")
        return (phone, laptop)
    }

    private func remote(_ device: TaskStore, _ extra: [String: String] = [:]) throws -> JSONValue {
        let text = try device.run("status", ["--json"], extra: extra).lines
        let status = try JSONDocument(Array(try #require(text.first).utf8)).root.value
        return try #require(status["remotes"]?.elements.first)
    }

    @Test func theStatusTellsItWithoutAskingTheRemote() throws {
        let (_, laptop) = try rewound(copied: false)
        #expect(try !laptop.expect(["status"]).text.contains("E_REMOTE"))
        #expect(try laptop.run("fetch").status == 1)
        // Nothing of the remote is looked at.
        _ = try fixture.place.shell("mv stick away")
        let text = try laptop.expect(["status"]).text
        #expect(text.contains("(E_REMOTE_REWOUND)\n"), "\(text)")
        #expect(
            text.contains("is at statement 1, and was at statement 2 before; 1 node is missing"),
            "\(text)")
        #expect(text.contains("of Test (key "), "\(text)")
        let noted = try #require(try remote(laptop)["withheld"]?.elements.first)
        #expect(noted["code"]?.text == "E_REMOTE_REWOUND" && noted["missing"]?.integer == 1)
        #expect(noted["accused"] == true && noted["seen"]?.integer == 2)
        #expect(noted["since"]?.text == CommandRunner.now)
        let shown = try laptop.expect(["remote", "show"]).text
        #expect(shown.contains("  the slot ") && shown.contains("(E_REMOTE_REWOUND)\n"), "\(shown)")
    }

    @Test func itIsForgottenWhenTheRemoteShowsItAgain() throws {
        let (phone, laptop) = try rewound(copied: false)
        #expect(try laptop.run("fetch").status == 1)
        #expect(try phone.run("push").status == 0)
        try laptop.expect(["fetch"])
        #expect(try !laptop.expect(["status"]).text.contains("E_REMOTE"))
        #expect(try remote(laptop)["withheld"]?.elements.isEmpty == true)
    }

    /// A folder that another program copies may show later what is missing: for a week it is not accused.
    @Test func aCopiedFolderIsGivenAWeek() throws {
        let (_, laptop) = try rewound()
        let first = try laptop.run("fetch")
        #expect(
            first.status == 0 && first.codedError.contains("note: not yet here: the slot "),
            "\(first)")
        #expect(try laptop.expect(["status"]).text.contains("not yet here: the slot "))
        #expect(try remote(laptop)["withheld"]?.elements.first?["accused"] == false)
        let early = ["REDO_WALL": "2025-11-23T11:59:59.000Z"]
        #expect(try laptop.run("fetch", extra: early).status == 0)
        let late = ["REDO_WALL": "2025-11-23T12:00:00.000Z"]
        // The status tells it by the clock alone, the fetch as well.
        #expect(try remote(laptop, late)["withheld"]?.elements.first?["accused"] == true)
        let caught = try laptop.run("fetch", extra: late)
        #expect(
            caught.status == 1 && caught.codedError.hasPrefix("error: E_REMOTE_REWOUND"),
            "\(caught)")
    }

    /// What comes ends the wait; what is missing after that has a week of its own.
    @Test func theWeekBeginsAnewWithWhatIsMissingNext() throws {
        let (phone, laptop) = try rewound()
        #expect(try laptop.run("fetch").status == 0)
        #expect(try phone.run("push").status == 0)
        try laptop.expect(["fetch"])
        _ = try fixture.place.shell("cp -a stick old")
        try phone.add("Three", "--draft")
        try phone.expect(["push"])
        let day = ["REDO_WALL": "2025-11-22T12:00:00.000Z"]
        #expect(try laptop.run("fetch", extra: day).status == 0)
        _ = try fixture.place.shell("rm -rf stick && mv old stick")
        #expect(try laptop.run("fetch", extra: day).status == 0)
        #expect(
            try laptop.run("fetch", extra: ["REDO_WALL": "2025-11-28T12:00:00.000Z"]).status == 0)
        #expect(
            try laptop.run("fetch", extra: ["REDO_WALL": "2025-11-29T12:00:00.000Z"]).status == 1)
    }

    @Test func fsckAsksTheRemote() throws {
        let (_, laptop) = try rewound(copied: false)
        let checked = try laptop.run("fsck", ["--from", "origin"])
        #expect(checked.status == 1)
        #expect(
            checked.lines.contains {
                $0.hasPrefix("origin: the slot ") && $0.hasSuffix("(E_REMOTE_REWOUND)")
            },
            "\(checked)")
        let report = try laptop.run("fsck", ["--from", "origin", "--json"])
        let objects = try report.lines.map {
            try JSONDocument(Array($0.utf8)).root.value
        }
        #expect(objects.contains { $0["code"]?.text == "E_REMOTE_REWOUND" }, "\(report)")
    }

    /// A git repository that has lost every slot is caught as well.
    @Test func aRepositoryWithoutAnySlotIsCaught() throws {
        let phone = try fixture.device("phone")
        try phone.add("One", "--draft")
        try phone.expect(["push"])
        let laptop = try fixture.device("laptop")
        try laptop.expect(["fetch"])
        for name in try fixture.references().keys { try fixture.git("update-ref", "-d", name) }
        let caught = try laptop.run("fetch")
        #expect(caught.status == 1)
        #expect(caught.codedError.contains("error: E_REMOTE_WITHHOLDS: the slot "), "\(caught)")
        #expect(
            try laptop.expect(["status"]).text.contains("is gone, and was at statement 1 before"))
    }
}
