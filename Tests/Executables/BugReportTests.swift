import Foundation
import RedoJSON
import TestSupport
import Testing

/// `redo bugreport`: what it tells, and that it tells nothing of who uses the suite and what for.
@Suite struct BugReportTests {
    private let store: TaskStore

    init() throws { store = try TaskStore() }

    private func report(_ extra: [String: String] = [:]) throws -> JSONValue {
        let outcome = try store.run("bugreport", ["--json"], extra: extra)
        try #require(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        return try #require(TaskStore.objects(outcome).first)
    }

    /// The value of a fact in a section.
    private func value(_ section: StaticString, _ name: String, in report: JSONValue) -> JSONValue?
    {
        report[section]?.elements.first { $0["name"]?.string?.description == name }?["value"]
    }

    @Test func itCountsWhatTheStoreHas() throws {
        try store.add("Buy milk")
        try store.add("Feed the cat")
        _ = try store.run("gc", ["-q", "--all"])
        try store.add("Water the roses")
        let report = try report()
        #expect(value("store", "tasks", in: report) == 3)
        #expect(value("store", "packs", in: report) == 1)
        #expect(value("store", "packed nodes", in: report) == 4)
        #expect(value("store", "loose nodes", in: report) == 2)
        #expect(value("store", "authors", in: report) == 1)
        #expect(value("findings", "whole nodes", in: report) == 6)
        #expect(
            report["operations"]?.elements.map { $0["name"]?.string }
                == ["add", "add", "add"])
        #expect(report["version"]?.string == "0.1.0")
    }

    @Test func librariesHaveTheirVersions() throws {
        let libraries = try #require(try report()["libraries"]?.elements)
        #expect(libraries.count == 13)
        func version(_ name: String) -> String? {
            libraries.first { $0["library"]?.string?.description == name }?["version"]?.string?
                .description
        }
        for name in ["libsodium", "Zstandard", "xxHash", "libgit2", "zlib"] {
            #expect(
                version(name)?.wholeMatch(of: /[0-9]+\.[0-9]+(\.[0-9]+)*/) != nil, "\(name)")
        }
        #expect(version("OpenSSL")?.hasPrefix("OpenSSL 3.") == true)
        #expect(version("libcurl")?.hasPrefix("libcurl/") == true)
        #expect(version("ncurses")?.hasPrefix("ncurses ") == true)
        #expect(version("libqrencode") != nil && version("libical") == "")
    }

    @Test func aLibraryThatIsMissingIsNotInstalled() throws {
        _ = try store.runner.shell("mkdir empty; : >empty/libcurl.so.4; : >empty/libqrencode.so.4")
        let outcome = try store.run(
            "bugreport", [], extra: ["LD_LIBRARY_PATH": store.runner.path("empty")])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.text.contains("  libcurl             not installed (libcurl.so.4)\n"))
        #expect(outcome.text.contains("  libqrencode         not installed (libqrencode.so.4)\n"))
    }

    @Test func damageIsCountedByItsCode() throws {
        try store.add("Buy milk")
        let made = try store.runner.shell(
            "for file in .redo/objects/??/*; do chmod u+w $file; echo x >$file; done")
        #expect(made.status == 0)
        let report = try report()
        #expect(value("findings", "E_SCHEMA_MISMATCH", in: report) == 2)
        #expect(value("findings", "whole nodes", in: report) == 0)
        let text = try store.run("bugreport")
        #expect(text.text.contains("  E_SCHEMA_MISMATCH   2\n") && text.status == 0, "\(text)")
    }

    /// A report is wanted most where little works.
    @Test func withoutAStoreThereIsAReport() throws {
        let runner = try CommandRunner()
        let outcome = try runner.run("redo", ["bugreport"])
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        #expect(outcome.text.contains("  store               failed: STORAGE_001\n"))
        #expect(!FileManager.default.fileExists(atPath: runner.path("home/.local")))
    }

    @Test func aBrokenConfigurationDoesNotPreventIt() throws {
        try store.configure("[broken")
        let outcome = try store.run("bugreport")
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.text.contains("  store               failed: STORAGE_004\n"), "\(outcome)")
    }

    @Test func harmlessSettingsAreShownWithWhereTheyStand() throws {
        for words in [["gc.auto", "17"], ["--global", "room.timeout", "20"]] {
            #expect(try store.run("config", words).status == 0)
        }
        try store.configure("[calendar]\n\tfirstWeekday = the day of Ana\n[gc]\n\tauto = 5x")
        let outcome = try store.runner.run(
            "redo", ["-c", "sync.interval=9", "-c", "user.name=Ana", "bugreport"])
        let lines = outcome.lines.map {
            $0.split(separator: " ").joined(separator: " ")
        }
        for line in [
            "gc.auto 17 (store)", "room.timeout 20 (user)", "sync.interval 9 (command line)",
            "user.name [removed] (command line)", "calendar.firstWeekday [removed] (store)",
            "gc.auto [removed] (store)",
        ] {
            #expect(lines.contains(line), "\(line): \(outcome)")
        }
    }

    @Test func wordsOfTheEnvironmentHaveTheFormOfOnes() throws {
        let shown = try report(["TERM": "xterm-256color", "LANG": "de_AT.UTF-8"])
        #expect(value("system", "TERM", in: shown) == "xterm-256color")
        #expect(value("system", "LANG", in: shown) == "de_AT.UTF-8")
        #expect(value("system", "COLORTERM", in: shown) == .null)
        let hidden = try report(["TERM": "\u{1B}[31m", "LANG": "the secret of Ana"])
        #expect(value("system", "TERM", in: hidden) == "[removed]")
        #expect(value("system", "LANG", in: hidden) == "[removed]")
    }

    /// Everything that a store and a configuration say of people and of what they do.
    @Test func nothingOfTheStoreStandsInIt() throws {
        let words = [
            "Xylophone lessons", "Ludmilla", "projectzebra", "tagwombat", "Reykjavik", "quokka",
            "secretnote", "ludmilla@example.org", "bucketname", "hosttoken", "remoteaardvark",
            "devicenarwhal", "contextokapi", "fieldpangolin", "GOCSPX-client",
        ]
        let made = try store.runner.shell(
            """
            set -e
            redo config --global user.name Ludmilla
            redo config --global user.email ludmilla@example.org
            redo config redo.deviceName devicenarwhal
            redo keygen --no-passphrase --name Ludmilla >/dev/null
            redo add 'Xylophone lessons' --tag tagwombat --project projectzebra \
                --description 'in Reykjavik' >/dev/null
            redo comment add Xylophone 'quokka secretnote' >/dev/null
            redo category add projectzebra >/dev/null
            redo person create Ludmilla >/dev/null
            redo config remote.remoteaardvark.url https://ana:hosttoken@bucketname/x.git
            redo config context.contextokapi.query tag:tagwombat
            redo config field.fieldpangolin.label quokka
            redo config field.fieldpangolin.type text
            redo config --global firebase.clientSecret GOCSPX-client
            redo config --global key.helper 'ludmilla pass show hosttoken'
            redo config --global github.token hosttoken
            """)
        #expect(made.status == 0, "\(made)")
        // An operation's file that something else has written.
        let operation = try store.runner.shell("cat .redo/operations/* | head -n 1")
        #expect(operation.status == 0)
        let text =
            try store.run("bugreport").text
            + store.run("bugreport", ["--json"]).text
        for word in words {
            #expect(!text.lowercased().contains(word.lowercased()), "\(word): \(text)")
        }
        #expect(!text.contains(store.runner.directory.path))
        #expect(!text.contains("test-device"))
        // No id, key, signature or seed: nothing of eight hexadecimal digits or more that the store has.
        var hexadecimals: Set<String> = []
        for directory in [".redo", "home/.config"] {
            for (name, bytes) in try store.runner.contents(of: directory) {
                let contents = name + " " + String(decoding: bytes, as: UTF8.self)
                for match in contents.matches(of: /[0-9a-f]{8,}/) {
                    hexadecimals.insert(String(match.0.prefix(8)))
                }
            }
        }
        #expect(hexadecimals.count > 10)
        for match in text.matches(of: /[0-9a-f]{8,}/) {
            for start in match.0.indices.dropLast(7) {
                let digits = String(match.0[start...].prefix(8))
                #expect(!hexadecimals.contains(digits), "\(match.0)")
            }
        }
    }

    @Test func aCommandOfAnOperationThatIsNoneIsNotShown() throws {
        try store.add("Buy milk")
        let forged = try store.runner.shell(
            """
            cd .redo/operations; file=$(ls)
            sed 's/"checksum":"[0-9a-f]*",//; s/"command":"add"/"command":"Ludmilla calls"/' $file |
                head -c -1 >../body
            sum=$(sha256sum <../body | cut -c1-16)
            { printf '{"checksum":"%s",' $sum; tail -c +2 ../body; echo; } >../new
            mv -f ../new $file; rm -f ../body; cat *
            """)
        #expect(forged.text.contains("Ludmilla calls"), "\(forged)")
        let report = try report()
        #expect(report["operations"]?.elements.map { $0["name"]?.string } == ["another"])
    }
}
