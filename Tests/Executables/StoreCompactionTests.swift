import Foundation
import TestSupport
import Testing

/// `redo remote compact` in stores that a helper reaches, and what becomes of files that no statement lists.
@Suite struct StoreCompactionTests {
    private let store: StoreFixture
    private let phone: TaskStore

    init() throws {
        store = try StoreFixture()
        phone = try store.device("phone")
        for number in 1...3 {
            try phone.add("Task \(number)", "--draft")
            try phone.expect(["push"])
        }
    }

    private static func wall(_ day: Int) -> [String: String] {
        let date = Calendar(identifier: .gregorian).date(
            byAdding: .day, value: day, to: Date(timeIntervalSince1970: 1_763_294_400))
        return [
            "REDO_WALL": (date ?? .distantPast).formatted(.iso8601).replacing("Z", with: ".000Z")
        ]
    }

    private func run(_ words: [String], day: Int) throws {
        let outcome = try phone.run(words[0], Array(words.dropFirst()), extra: Self.wall(day))
        #expect(outcome.status == 0, "\(outcome)")
    }

    /// Whether a new device receives as many nodes as there are, and everything holds.
    private func expectAll(_ ids: Set<String>, _ comment: Comment? = nil) throws {
        let reader = try store.device("reader")
        try reader.expect(["fetch"])
        #expect(try Set(reader.ids()) == ids, comment)
        let verified = try reader.run("remote", ["verify"])
        #expect(verified.status == 0, "\(verified)")
    }

    @Test func unlistedFilesGoAfter30Days() throws {
        try phone.expect(["remote", "compact"])
        let all = try store.names("data")
        let marked = try store.names("gone")
        #expect(!marked.isEmpty && marked.isStrictSubset(of: all))
        for day in [1, 29] {
            try run(["remote", "compact"], day: day)
            #expect(try store.names("data") == all && store.names("gone") == marked, "day \(day)")
        }
        try run(["remote", "compact"], day: 30)
        #expect(try store.names("data") == all.subtracting(marked))
        #expect(try store.names("gone") == Set(marked.map { "\($0)-going" }))
        try run(["remote", "compact"], day: 60)
        #expect(try store.names("gone").isEmpty)
        try expectAll(Set(phone.ids()))
    }

    /// A push asks for no statement of others to find what goes, but once in 30 days.
    @Test func aPushLooksOnceInThirtyDays() throws {
        try phone.expect(["remote", "compact"])
        let marked = try store.names("gone")
        try phone.add("Another", "--draft")
        let requests = try store.requests(phone, ["push"])
        #expect(!requests.contains { $0.hasPrefix("get ") }, "\(requests)")
        #expect(requests.count { $0 == "list data/" } <= 3, "\(requests)")
        #expect(requests.count { $0 == "list gone/" } == 2, "\(requests)")
        try phone.add("Late", "--draft")
        try run(["push"], day: 31)
        #expect(try store.names("data").isDisjoint(with: marked))
        try expectAll(Set(phone.ids()))
    }

    /// In the middle of a push the store is compacted twice by a device whose clock is a month ahead the second time: what
    /// the push lists is there in the end, at whichever of its requests that happened.
    @Test func aPushIsNotOvertaken() throws {
        try store.git.write(1...20, on: phone)
        try phone.expect(["push"])
        let laptop = try store.device("laptop")
        try laptop.expect(["fetch"])
        try store.git.write(21...30, on: phone)
        try laptop.add("From the laptop", "--draft")
        let places = ["files": store.git.place.directory.path + "/files"]
            .merging([
                "phone": phone.runner.path(".redo"), "laptop": laptop.runner.path(".redo"),
            ]) { $1 }
        for (name, place) in places {
            _ = try store.git.place.shell("cp -a \(place) before-\(name)")
        }
        let ids = try phone.ids().union(laptop.ids())
        let script = """
            cd \(phone.runner.directory.path)
            redo remote compact >/dev/null
            REDO_WALL=\(Self.wall(31)["REDO_WALL"] ?? "") redo remote compact >/dev/null

            """
        var environment = phone.runner.environment
        environment["PATH"] = "\(CommandRunner.executables.path):\(store.path["PATH"] ?? "")"
        let assignments = environment.map { "export \($0.key)='\($0.value)'\n" }.joined()
        let hook = try store.git.place.write((assignments + script).utf8, to: "hook")
        var resent = 0
        var number = 0
        while true {
            number += 1
            for (name, place) in places {
                _ = try store.git.place.shell(
                    "find \(place) -mindepth 1 -delete; cp -a before-\(name)/. \(place)")
            }
            _ = try store.git.place.shell("rm -f requests")
            let pushed = try laptop.run(
                "push",
                extra: [
                    "REDO_TEST_HOOK": "\(number) sh -e \(hook)",
                    "REDO_TEST_LOG": store.git.place.path("requests"),
                ])
            #expect(pushed.status == 0, "request \(number): \(pushed)")
            let log = try store.git.place.shell("cat requests").lines
            // The requests of both are there.
            if !log.contains(where: { $0.hasPrefix("delete ") }) { break }
            let slots = log.filter { $0.hasPrefix("put slots/") }.map {
                $0.split(separator: "/")[1]
            }
            if Set(slots).count < slots.count { resent += 1 }
            try expectAll(ids, "request \(number)")
        }
        #expect(number > 8 && resent > 0, "\(number), \(resent)")
    }
}
