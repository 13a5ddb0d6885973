import Foundation
import TestSupport
import Testing

/// Stores of which a part is missing, or is something else: whoever follows the hints has a store in the end.
@Suite struct PartialStoreTests {
    /// How a store is named by the commands of a test.
    enum Place: String, CaseIterable, CustomTestStringConvertible {
        case discovered, below, named, variable, personal

        var testDescription: String { rawValue }
    }

    /// What happened to a store, in its folder, which is `$S`.
    static let damages = [
        "rm -rf $S/objects", "rm -rf $S/objects $S/config", "rm -f $S/config",
        "rm -rf $S/objects/pack",
        "rm -rf $S; mkdir $S", "rm -rf $S", "rm -rf $S; touch $S", "rm -rf $S; ln -s nowhere $S",
        "rm -rf $S/objects; touch $S/objects", "rm -rf $S/objects; ln -s nowhere $S/objects",
        "mv $S/objects elsewhere; ln -s $PWD/elsewhere $S/objects",
        "rm -rf $S/objects/pack; touch $S/objects/pack", "touch $S/quarantine",
        "ln -s nowhere $S/operations", "mv $S moved; ln -s $PWD/moved $S",
        "rm -f $S/config; mkdir $S/config", "rm -f $S/config; ln -s nowhere $S/config",
        "rm -f $S/config; mkfifo $S/config",
    ]

    private let runner: CommandRunner

    init() throws { runner = try CommandRunner() }

    /// The store, the folder that commands run in, and what names the store.
    private func location(
        _ place: Place
    ) -> (store: String, directory: String, extra: [String: String]) {
        let named = runner.path("work/named")
        return switch place {
        case .discovered: (runner.path("work/.redo"), "work", [:])
        case .below: (runner.path("work/.redo"), "work/a/b", [:])
        case .named: (named, "work", [:])
        case .variable: (named, "work", ["REDO_DIR": named])
        case .personal: (runner.path("home/.local/share/redo"), "work", [:])
        }
    }

    /// The commands in single quotes, without those that name something for the reader to fill in.
    private func commands(_ hint: String) -> [String] {
        hint.split(separator: "'", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) && $0.element.hasPrefix("redo ") }
            .map { String($0.element) }
            .filter { command in
                !["REMOTE", "URL", "<title>"].contains { command.hasSuffix(" \($0)") }
            }
    }

    /// Follows what an error advises.
    private func follow(
        _ error: String, store: String, in directory: String, _ extra: [String: String]
    ) throws -> [String] {
        var done: [String] = []
        for line in error.split(separator: "\n") where line.hasPrefix("hint: ") {
            let hint = String(line.dropFirst("hint: ".count))
            if hint.contains("move it away") || hint.contains("remove the link") {
                // The path is the last one that the error names.
                let first = error.split(separator: "\n").first.map(String.init) ?? ""
                let words = first.split(separator: " ").map {
                    $0.trimmingCharacters(in: [":", ","])
                }
                let path = words.last { $0.hasPrefix(runner.directory.path) } ?? store
                done.append("mv \(path)")
                _ = try runner.shell("mv '\(path)' '\(path).away.'$$")
            }
            if hint.hasPrefix("to use it all the same: --redo-dir ") {
                done.append("remove the link")
                _ = try runner.shell("rm '\(store)'; mv moved '\(store)'")
            }
            for command in commands(hint) {
                done.append(command)
                let words = command.dropFirst("redo ".count)
                let outcome = try runner.shell(
                    "cd '\(directory)' && redo \(words)", extra: extra)
                // One that has helped is enough; the others can be about something else.
                if outcome.status == 0 { break }
            }
        }
        return done
    }

    @Test(arguments: damages, Place.allCases)
    func whoFollowsTheHintsHasAStore(_ damage: String, _ place: Place) throws {
        let (store, directory, extra) = location(place)
        let option = place == .named ? "--redo-dir '\(store)'" : ""
        let made = try runner.shell(
            "mkdir -p work/a/b; mkdir -p \"$(dirname '\(store)')\"; "
                + "redo --redo-dir '\(store)' init -q && redo keygen --no-passphrase "
                + "&& redo --redo-dir '\(store)' add 'Buy milk'", extra: extra)
        try #require(made.status == 0, "\(made)")
        _ = try runner.shell("S='\(store)'; \(damage)")
        var rounds: [String] = []
        for _ in 0..<4 {
            let outcome = try runner.shell(
                "cd '\(directory)' && timeout 20 redo \(option) list", extra: extra)
            rounds.append(outcome.error)
            if outcome.status == 0 || outcome.status == 3 { break }
            // Where there is no personal store, the first task makes it.
            if outcome.codedError.contains("'redo add <title>' creates it") {
                #expect(try runner.shell("cd '\(directory)' && redo add Tea").status == 0)
                continue
            }
            let done = try follow(outcome.error, store: store, in: directory, extra)
            #expect(!done.isEmpty, "\(damage), \(place): nothing to follow: \(outcome)")
            rounds.append("\(done)")
            if done.isEmpty { break }
        }
        let last = try runner.shell(
            "cd '\(directory)' && timeout 20 redo \(option) list", extra: extra)
        #expect(last.status == 0 || last.status == 3, "\(damage), \(place): \(rounds) \(last)")
        let added = try runner.shell("cd '\(directory)' && redo \(option) add Coffee", extra: extra)
        #expect(added.status == 0, "\(damage), \(place): \(added)")
    }

    /// A link that leads nowhere is not passed over: its tasks would go into another store.
    @Test func aBrokenLinkIsNotPassedOver() throws {
        try #require(runner.run("redo-init", ["--home"]).status == 0)
        _ = try runner.shell("mkdir work; ln -s nowhere work/.redo")
        let outcome = try runner.run("redo-list", in: "work")
        #expect(outcome.status == 128, "\(outcome)")
        #expect(
            outcome.codedError.contains(
                "work/.redo is a symbolic link, and what it leads to is missing")
        )
    }
}
