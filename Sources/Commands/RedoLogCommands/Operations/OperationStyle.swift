import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoSystem

/// The form in which `redo op log` prints an operation.
enum OperationStyle {
    /// For people.
    case text
    /// All fields as an object.
    case json
    case format(LineFormat<OperationField>)
    /// The fields of a format as an object.
    case jsonOfFormat(LineFormat<OperationField>)

    /// - Throws: wrong usage for an invalid format.
    init(_ format: String?, _ form: IDListing.Form) throws(RedoError) {
        let parsed = try format.map { (text) throws(RedoError) in
            try LineFormat<OperationField>(text)
        }
        self =
            switch form {
            case .ids: .format(LineFormat(.id))
            case .json: parsed.map { .jsonOfFormat($0) } ?? .json
            case .table: parsed.map { .format($0) } ?? .text
            }
    }

    var isForPeople: Bool {
        if case .text = self { return true }
        return false
    }

    /// The lines of an operation.
    ///
    /// - Parameters:
    ///   - columns: the width that titles are cut to for people.
    ///   - end: what follows the fields of a format.
    ///   - now: what relative times are relative to.
    func text(of row: OperationListing.Row, columns: Int, end: String, now: Instant) -> [UInt8] {
        switch self {
        case .text: Array(row.text(columns: columns).utf8)
        case .json: row.json + [UInt8(ascii: "\n")]
        case .format(let format): Array((format.text { row.value($0, now: now) } + end).utf8)
        case .jsonOfFormat(let format):
            format.json { row.value($0, now: now) } + Array(end.utf8)
        }
    }

    /// The lines of a gap; nil if it has no fields that a format could show.
    func text(of gap: OperationGap) -> [UInt8]? {
        switch self {
        case .text: Array(gap.text.utf8)
        case .json: gap.json + [UInt8(ascii: "\n")]
        case .format, .jsonOfFormat: nil
        }
    }
}
