import RedoCommandLine
import RedoJSON
import RedoModel
import RedoStore
import RedoSystem

/// What is damaged or missing among the records of operations, in their list.
enum OperationGap {
    case damaged(OperationRecords.Damage)
    case missing(ClosedRange<UInt64>)

    /// Where it stands in the list.
    var number: UInt64 {
        switch self {
        case .damaged(let damage): damage.number ?? 0
        case .missing(let numbers): numbers.upperBound
        }
    }

    /// One line.
    var text: String { "--------  \(words)\n" }

    private var words: String {
        switch self {
        case .damaged(let damage): "operations/\(damage.name.printable) \(damage.fault.reason)"
        case .missing(let numbers) where numbers.count == 1:
            "the record of operation \(numbers.lowerBound) is missing"
        case .missing(let numbers):
            "the records of operations \(numbers.lowerBound) to \(numbers.upperBound) are missing"
        }
    }

    var json: [UInt8] {
        var members = [JSONMember("message", .string(JSONString(words)))]
        switch self {
        case .damaged(let damage):
            members.append(JSONMember("kind", "damaged"))
            if let number = damage.number {
                members.append(JSONMember("number", .number(Double(number))))
            }
        case .missing(let numbers):
            members.append(JSONMember("kind", "missing"))
            members.append(JSONMember("number", .number(Double(numbers.lowerBound))))
            members.append(JSONMember("last", .number(Double(numbers.upperBound))))
        }
        return CanonicalJSON.bytes(.object(members))
    }
}
