import RedoCommandLine
import RedoCommandParts
import RedoInterchange
import RedoSystem

/// The contents of a file of another program, before its format reads them.
struct ForeignContents {
    /// The name of the file in errors.
    let name: String
    /// The name without directories; nil for standard input.
    let fileName: String?
    /// UTF-8 without a byte order mark.
    let bytes: [UInt8]
    /// What the contents look like.
    let recognition: FormatRecognition?

    /// - Parameters:
    ///   - path: the operand; `-` for standard input.
    ///   - standardName: what errors call standard input.
    /// - Throws: STORAGE_001 for a compressed file.
    init(
        of path: String, named standardName: String, _ contents: [UInt8],
        _ context: borrowing CommandContext
    ) throws(RedoError) {
        try context.refuseCompressed(contents.span, of: path)
        name = path == "-" ? standardName : path
        fileName = path == "-" ? nil : path.split(separator: "/").last.map(String.init)
        bytes = InterchangeText.utf8(contents)
        recognition = FormatRecognition(bytes)
    }

    /// The format in which the file is read.
    ///
    /// - Parameter requested: the one that an option names; nil for none.
    /// - Throws: STORAGE_003 for contents that are certainly something else, or that nothing is recognised in.
    func format(requested: InterchangeFormat?) throws(RedoError) -> InterchangeFormat {
        if let requested {
            if let recognition, recognition.isCertain, recognition.content != .format(requested) {
                throw error("\(name.printable) is not \(requested.name)", as: requested)
            }
            return requested
        }
        guard case .format(let format)? = recognition?.content else {
            throw RedoError(
                .writeFailed,
                "the format of \(name.printable) is not recognised\(likeness); nothing was read",
                hints: ["--from names it: \(InterchangeFormat.listed(InterchangeFormat.allCases))"])
        }
        return format
    }

    /// The error of a file that is not of a format.
    func error(_ reason: String, as format: InterchangeFormat) -> RedoError {
        var hints = ["the format is \(format.rawValue): \(format.summary)"]
        if case .format(let other)? = recognition?.content, other != format {
            hints = ["'--from \(other.rawValue)' reads \(other.summary)"]
        }
        return RedoError(.writeFailed, "\(reason)\(likeness); nothing was read", hints: hints)
    }

    /// What the contents look like, as the end of a sentence.
    private var likeness: String {
        switch recognition?.content {
        case .format(let format)?: "; it looks like \(format.name)"
        case .nodes?: "; it looks like nodes of redo"
        case .other(let name)?: "; it looks like \(name)"
        case nil: ""
        }
    }
}
