import RedoStore

/// A command that runs beside the screen.
struct BackgroundWork: Equatable {
    /// The title of the page with its output; nil if only its last line is shown.
    let title: String?
    /// The command, as a person would type it.
    let words: [String]

    /// Commands that read or send the whole log: they have `--progress`.
    private static let long: Set<String> = ["fsck", "verify", "sync"]

    init(title: String?, _ words: [String]) {
        self.title = title
        self.words = words
    }

    /// True if a command may take so long that it runs beside the screen.
    static func isLong(_ words: [String]) -> Bool { words.first.map(long.contains) ?? false }

    static let sync = BackgroundWork(title: nil, ["sync"])

    /// The command to run: a sync reports its result as ``record(of:)`` reads it.
    var arguments: [String] { self == .sync ? words + ["--json"] : words }

    /// The outcome of a sync; nil if it did not report one.
    static func record(of output: [UInt8]) -> SyncRecord? {
        output.split(separator: 0x0A).lazy.compactMap { SyncRecord(Array($0)) }.first
    }

    /// Its last message: the last line that is not empty, also of lines that replace each other.
    static func lastLine(of output: some BidirectionalCollection<UInt8>) -> String {
        let isEnd: (UInt8) -> Bool = { $0 == 0x0A || $0 == 0x0D }
        let end = output.lastIndex { !isEnd($0) && $0 != 0x20 }
        guard let end else { return "" }
        let start = output[...end].lastIndex(where: isEnd).map(output.index(after:))
        return String(decoding: output[(start ?? output.startIndex)...end], as: UTF8.self)
    }

    /// Its output without lines of progress, which end with a carriage return.
    static func result(of output: [UInt8]) -> [UInt8] {
        output.split(separator: 0x0A, omittingEmptySubsequences: false)
            .map { line in line.split(separator: 0x0D).last.map { Array($0) } ?? [] }
            .joined(separator: [0x0A]).map { $0 }
    }
}
