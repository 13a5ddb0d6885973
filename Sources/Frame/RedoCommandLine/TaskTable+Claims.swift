import RedoJSON
import RedoModel
import RedoSystem

/// The claims of tasks, as lists show them.
extension TaskTable {
    /// The number of columns of a holder's name that are shown.
    private static let widestHolder = 24

    /// A claim as people read it: `Ana until 14:00`, with the day if that is another one.
    func claimText(_ claim: HeldClaim) -> String {
        var holder: [UInt8] = []
        let digits = UserID(claim.key).description.prefix(DistinctDigits.smallestCount)
        let name = claim.name ?? JSONString(String(digits))
        _ = holder.append(printable: name, atMost: Self.widestHolder)
        return "\(String(decoding: holder, as: UTF8.self)) until \(claimEnd(claim))"
    }

    /// When a claim ends: the time of day, with the day if that is another one.
    private func claimEnd(_ claim: HeldClaim) -> String {
        let end = localText(claim.until)
        return end.prefix(10) == localText(moment).prefix(10)
            ? String(end.suffix(5)) : end
    }

    /// The text about a task's claim after its title; nil without a claim in force.
    func claimMark(_ task: TaskState, _ parts: TitleParts) -> String? {
        guard parts.contains(.claim), let claim = facts.claim(of: task.id) else { return nil }
        return parts.contains(.holder) ? "claimed by \(claimText(claim))" : "claimed"
    }
}

extension HeldClaim {
    /// For programs: the holder's userId, a name or null, and the end.
    package var json: JSONValue {
        [
            "by": .string(JSONString(UserID(key).description)),
            "name": name.map { .string($0) } ?? .null,
            "until": .string(JSONString(until.wallText)),
        ]
    }
}
