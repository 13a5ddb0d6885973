import RedoCheckpoints
import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoSystem

/// `redo store-helper`: whether a store helper does what redo needs.
package struct StoreHelperCommand: ParsableCommand {
    private static let overfill = OptionSpecification.value(
        "overfill", takes: "megabytes", "put a file of that size, which the store has no room for")
    private static let json = OptionSpecification.flag("json", "print one JSON object")

    package static let specification = CommandSpecification(
        "store-helper", "Test whether a store helper does what remotes in stores need",
        operands: [["test", .value("program"), .value("address")]],
        options: [overfill, json],
        statuses: .plain(done: "the helper does all that is needed", no: "it does not"))

    private let program: String
    private let address: String
    private let overfillByteCount: Int?
    private let isJSON: Bool

    /// The maximum time without an answer, in seconds.
    private static let patience = 60
    /// The maximum size that a file of a store can have, in megabytes.
    private static let maximumMegabytes = StoreProtocol.maximumFileByteCount >> 20

    package init(_ arguments: Arguments) throws(RedoError) {
        let words = arguments.operands
        guard words[0] == "test" else {
            throw .usage("there is no 'store-helper \(words[0])'; there is test")
        }
        (program, address) = (words[1], words[2])
        let megabytes = try arguments.count(Self.overfill)
        guard megabytes.map({ 1...Self.maximumMegabytes ~= $0 }) ?? true else {
            throw .usage("--overfill takes a number from 1 to \(Self.maximumMegabytes)")
        }
        overfillByteCount = megabytes.map { $0 << 20 }
        isJSON = arguments.has(Self.json)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let bench = HelperBench(
            try path(), address: address, seconds: Self.patience,
            overfillByteCount: overfillByteCount)
        try bench.requireEmptyStore()
        let nameWidth = HelperCheck.all.map(\.name.utf8.count).max() ?? 0
        var rows: [JSONValue] = []
        var failures = 0
        for check in HelperCheck.all {
            let verdict = bench.verdict(on: check)
            if case .failed = verdict { failures += 1 }
            if isJSON {
                rows.append(row(check, verdict))
            } else {
                let name = check.name.padded(toColumns: nameWidth)
                let word = verdict.word.padded(toColumns: HelperCheck.Verdict.wordWidth)
                let detail = verdict.detail.isEmpty ? "" : " (\(verdict.detail.printable))"
                try context.print("\(word)  \(name)  \(check.requirement)\(detail)\n")
                try context.flush()
            }
        }
        if isJSON {
            try context.printLine(
                CanonicalJSON.bytes([
                    "address": .string(JSONString(address)), "checks": .array(rows),
                    "program": .string(JSONString(program)),
                ]))
        }
        return failures == 0 ? .done : .no
    }

    private func row(_ check: HelperCheck, _ verdict: HelperCheck.Verdict) -> JSONValue {
        [
            "detail": .string(JSONString(verdict.detail)),
            "name": .string(JSONString(check.name)),
            "requirement": .string(JSONString(check.requirement)),
            "verdict": .string(JSONString(verdict.word)),
        ]
    }

    /// The file of the program: a path, or the name of a helper as addresses have it.
    ///
    /// - Throws: STORAGE_001 if there is none.
    private func path() throws(RedoError) -> String {
        if program.utf8.contains(UInt8(ascii: "/")) { return program }
        let name =
            program.hasPrefix("redo-")
            ? String(program.dropFirst("redo-".count)) : "store-\(program)"
        if let path = try SuiteExecutables.path(of: name) { return path }
        throw RedoError(
            .notFound, "there is no store helper redo-\(name)",
            hints: ["a program that is not in PATH is named by its path, such as ./\(program)"])
    }
}

extension HelperCheck.Verdict {
    /// The word for programs, and at the beginning of a line.
    fileprivate var word: String {
        switch self {
        case .passed: "yes"
        case .failed: "fails"
        case .lacking: "no"
        case .untested: "untested"
        }
    }

    /// The width of the longest word.
    fileprivate static let wordWidth = 8

    fileprivate var detail: String {
        switch self {
        case .passed(let text), .failed(let text), .lacking(let text), .untested(let text): text
        }
    }
}
