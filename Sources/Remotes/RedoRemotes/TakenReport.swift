import RedoCommandLine
import RedoExchange
import RedoModel
import RedoSystem

/// What a fetch says of what it took in and refused.
package enum TakenReport {
    /// Something that was not taken in, and where it is on the remote.
    package struct Refusal {
        package let id: NodeID?
        package let code: ErrorCode
        package let detail: String
        package let place: String

        package init(id: NodeID?, code: ErrorCode, detail: String, place: String) {
            self.id = id
            self.code = code
            self.detail = detail
            self.place = place
        }
    }

    /// How many refusals are named for people.
    private static let greatestShownCount = 100

    /// Names what was refused: all of it for programs, the first for people.
    package static func print(
        refused: [Refusal], isPorcelain: Bool, _ context: inout CommandContext
    ) throws(RedoError) {
        if isPorcelain {
            for refusal in refused {
                let id = refusal.id?.description ?? "-"
                try context.print("\(id)\t\(refusal.place.printable)\t\(refusal.code)\n")
            }
            return
        }
        for refusal in refused.prefix(greatestShownCount) {
            let id = refusal.id.map { " \($0)" } ?? ""
            let text = "error: \(refusal.code):\(id) \(refusal.detail), in \(refusal.place)"
            context.complain(text.printable + "\n")
        }
        if refused.count > greatestShownCount {
            let rest = refused.count - greatestShownCount
            context.complain("error: and \(rest) more; --porcelain names all of them\n")
        }
    }

    /// Says to people how many nodes are new.
    ///
    /// - Parameter isWhole: whether nothing was refused and the remote showed all that it should. What was refused is
    ///   new as well, so only a fetch that is whole says that nothing is.
    package static func print(
        count: Int, isWhole: Bool, _ context: inout CommandContext
    ) throws(RedoError) {
        if count == 0, isWhole, context.arguments.has(SyncOptions.quiet) { return }
        try context.print(text(count: count, isWhole: isWhole, isDry: false) + "\n")
    }

    /// Says of a remote that was asked for everything that it has nothing at all.
    package static func printEmpty(
        _ name: String, _ context: inout CommandContext
    ) throws(RedoError) {
        if context.arguments.has(SyncOptions.porcelain) { return }
        try context.print("\(name.printable) is empty: no device has pushed there yet\n")
    }

    /// How many nodes are new, in words.
    package static func text(count: Int, isWhole: Bool, isDry: Bool) -> String {
        if count == 0 { return isWhole ? "nothing new" : "took in nothing" }
        return "\(isDry ? "would take in" : "took in") \(counted(count, "node"))"
    }
}
