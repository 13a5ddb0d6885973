import Foundation
import TestSupport
import Testing

@testable import RedoStore

/// What a line that tells of a fault may name: files and folders, or nodes that are in them.
private struct NamesOfFault {
    private var paths: [String] = []
    /// Of ids, in digits.
    private var digests: Set<Substring> = []

    /// - Parameter names: paths below the store, and the digits of ids.
    init(_ names: [String]) {
        for name in names {
            let parts = name.utf8.split(separator: UInt8(ascii: "/"))
            if parts.count == 1, name.utf8.count == 64 {
                digests.insert(name[...])
                continue
            }
            paths.append(name)
            // Why a file was set aside is said of that file, and what the inventory notes of a record of that record.
            if name.hasSuffix(".reason") { paths.append(String(name.dropLast(".reason".count))) }
            if name.hasPrefix("inventory/record-") {
                let record = name.dropFirst("inventory/record-".count).removingPercentEncoding
                paths.append(record ?? name)
            }
            if parts.count == 3, name.hasPrefix("objects/"), parts[1].count == 2 {
                digests.insert("\(Substring(parts[1]))\(Substring(parts[2]))")
            }
        }
    }

    func areNamed(in line: String) -> Bool {
        if paths.contains(where: line.contains) { return true }
        return line.utf8.split { !((48...57).contains($0) || (97...102).contains($0)) }
            .contains { digests.contains(Substring($0)) }
    }
}

/// Every single file and folder of a store is removed, emptied, cut off, replaced and copied, one fault at a time. `redo fsck`
/// names it, or it does not matter for any answer.
@Suite struct StoreFaultTests {
    /// Whether all files and faults are tried, or some of both, of different rows of the table.
    static let triesAll = ProcessInfo.processInfo.environment["REDO_FAULTS"] == "all"

    /// What came of a fault.
    enum Outcome: String, CaseIterable {
        /// `fsck` ends with 1 and names it.
        case named
        /// The store cannot be opened: the error names it.
        case refused
        /// `fsck` names it in a note, since a power cut or an ended command leaves it.
        case noted
        /// It is computed again, and no answer differs.
        case same = "same answers"
        /// It is the user's own.
        case settings
        /// The table says that nothing misses it: the last operation.
        case unmissed = "missed by nothing"
        /// It changes no byte.
        case nothing
        case missed = "MISSED"
    }

    @Test func nothingInAWholeStoreIsMissed() throws {
        let store = try WholeStore(losesANode: false)
        #expect(try store.check().text.isEmpty, "a whole store")
        try campaign(store) { _ in true }
    }

    @Test func nothingInAStoreWithLossesIsMissed() throws {
        let store = try WholeStore(losesANode: true)
        try campaign(store) { $0 == "lost" || $0.hasPrefix("quarantine") }
    }

    /// A row of the table without a file would not be tried.
    @Test func aWholeStoreHasAFileOfEachRow() throws {
        var files = try WholeStore(losesANode: false).names().files
        files += try WholeStore(losesANode: true).names().files
        let rows = Set(files.compactMap { StoreLayout.row(of: $0)?.pattern })
        let left = Set(StoreLayout.files.map(\.pattern)).subtracting(rows)
        // There for a moment only, of mirrors, or made by commands that sync by themselves.
        #expect(
            left.isSubset(of: [
                "checkpoints/<remote>/outgoing/**", "checkpoints/<remote>/verified-<name>.pack",
                "checkpoints/<remote>/listed-<name>.pack", "checkpoints/<remote>/recovery",
                "checkpoints/<remote>/unkept",
                "checkpoints/<remote>/claims-git/**", "git/commits",
                "git/repository/**", "composing.cache",
                "sync/wanted", "quarantine/<name>/**", "whole.cache", "organisation.cache",
                "given-up", "watch/untold", "sync/lock",
                // Of an interface.
                "ui.cache", "rooms/read", "rooms/asking-<name>",
            ]), "\(left)")
    }

    private func campaign(_ store: WholeStore, _ isWanted: (String) -> Bool) throws {
        let (files, directories) = try store.names()
        let before = Set(try store.check().lines)
        let answers = try store.answers()
        let packed = try store.packedIDs()
        var counts: [StoreFault: [Outcome: Int]] = [:]
        var missed: [String] = []
        var placeCount = 0
        let seed = Seed()
        var numbers = SeededGenerator(seed: seed.value)
        var places = chosen(files, directories).filter { isWanted($0.name) }
        if !Self.triesAll { places = Array(places.shuffled(using: &numbers).prefix(24)) }
        for (name, isDirectory) in places {
            placeCount += 1
            let all = StoreFault.allCases
            let faults = Self.triesAll ? all : Array(all.shuffled(using: &numbers).prefix(2))
            let place = FaultedPlace(
                store: store.path, name: name, isDirectory: isDirectory,
                other: try other(than: name, isDirectory, files, directories, in: store),
                aside: store.aside)
            for fault in faults {
                defer { try? place.undo() }
                let outcome: Outcome
                if let wrong = try place.apply(fault) {
                    let isPack =
                        wrong.contains { $0.hasPrefix("objects/pack") } || name == "objects"
                    outcome = try judge(
                        fault, name, isDirectory, wrong + (isPack ? packed : []), store, before,
                        answers)
                } else {
                    outcome = .nothing
                }
                counts[fault, default: [:]][outcome, default: 0] += 1
                if outcome == .missed { missed.append("\(name): \(fault.rawValue)") }
            }
        }
        print(Self.table(counts, placeCount))
        #expect(
            missed.isEmpty,
            "\(missed.count) missed:\n\(missed.joined(separator: "\n"))\n\(seed.replay)")
    }

    /// All files and folders, or one of each row and of each kind of folder.
    private func chosen(
        _ files: [String], _ directories: [String]
    ) -> [(name: String, isDirectory: Bool)] {
        let all = directories.map { ($0, true) } + files.map { ($0, false) }
        if Self.triesAll { return all }
        var seen: Set<String> = []
        return all.filter { name, isDirectory in
            seen.insert(
                isDirectory
                    ? Self.kind(ofDirectory: name) : StoreLayout.row(of: name)?.pattern ?? name
            )
            .inserted
        }
    }

    /// What folders like this one are called: the names that are not fixed are left out.
    private static func kind(ofDirectory name: String) -> String {
        let names = name.split(separator: "/").map(String.init)
        if names.count > 3, names[2] == "git" { return "\(names[0])//git//" }
        return names.enumerated().map { place, name in
            place == 1 && ["checkpoints", "firestore"].contains(names[0]) || name.count == 2
                ? "" : name
        }.joined(separator: "/") + "/"
    }

    /// Another file or folder of the same kind, else of the same role.
    private func other(
        than name: String, _ isDirectory: Bool, _ files: [String], _ directories: [String],
        in store: WholeStore
    ) throws -> FaultedPlace.Other? {
        if isDirectory {
            let kind = Self.kind(ofDirectory: name)
            let others = directories.filter {
                $0 != name && !$0.hasPrefix(name + "/") && !name.hasPrefix($0 + "/")
            }
            let like = others.first { Self.kind(ofDirectory: $0) == kind } ?? others.first
            return like.map { .directory($0) }
        }
        let bytes = try Data(contentsOf: URL(filePath: "\(store.path)/\(name)"))
        let row = StoreLayout.row(of: name)
        func isAlike(_ file: String) -> Bool { StoreLayout.row(of: file)?.pattern == row?.pattern }
        func isRelated(_ file: String) -> Bool { StoreLayout.row(of: file)?.role == row?.role }
        let others = files.lazy.filter { $0 != name }
        for file in [others.filter(isAlike), others.filter(isRelated)].joined() {
            let others = try Data(contentsOf: URL(filePath: "\(store.path)/\(file)"))
            if others != bytes { return .bytes(others) }
        }
        return nil
    }

    private func judge(
        _ fault: StoreFault, _ name: String, _ isDirectory: Bool, _ wrong: [String],
        _ store: WholeStore, _ before: Set<String>, _ answers: String
    ) throws -> Outcome {
        let check = try store.check()
        let new = check.lines.filter { !before.contains($0) }
        let names = NamesOfFault(wrong + (isDirectory ? [name] : []))
        func isAbout(_ line: String) -> Bool { names.areNamed(in: line) }
        if check.status == 1, new.contains(where: { !$0.hasPrefix("note: ") && isAbout($0) }) {
            return .named
        }
        if check.status == 128, isAbout(check.error) || isDirectory { return .refused }
        if check.status == 0 || check.status == 1, new.contains(where: isAbout) { return .noted }
        let row = StoreLayout.row(of: name)
        if row?.role == .settings, [0, 1].contains(check.status) { return .settings }
        // What a person adds to the quarantine counts for nothing.
        if row?.role == .setAside, fault == .copied { return .settings }
        if row?.pattern.hasPrefix("operations/") == true || name == "operations",
            fault.isAbsence, [0, 1].contains(check.status)
        {
            return .unmissed
        }
        let isRebuilt = [.cache, .lock, .temporary].contains(row?.role) || isDirectory
        if isRebuilt, try store.answers() == answers { return .same }
        return .missed
    }

    private static func table(_ counts: [StoreFault: [Outcome: Int]], _ placeCount: Int) -> String {
        let outcomes = Outcome.allCases.filter { outcome in
            counts.values.contains { $0[outcome] != nil }
        }
        var lines = ["\(placeCount) files and folders"]
        lines.append(
            "| fault | " + outcomes.map(\.rawValue).joined(separator: " | ") + " |")
        lines.append("|---|" + outcomes.map { _ in "---:|" }.joined())
        for fault in StoreFault.allCases {
            let row = outcomes.map { "\(counts[fault]?[$0] ?? 0)" }
            lines.append("| \(fault.rawValue) | \(row.joined(separator: " | ")) |")
        }
        let sums = outcomes.map { outcome in
            "\(counts.values.reduce(0) { $0 + ($1[outcome] ?? 0) })"
        }
        lines.append("| all | \(sums.joined(separator: " | ")) |")
        return lines.joined(separator: "\n")
    }
}
