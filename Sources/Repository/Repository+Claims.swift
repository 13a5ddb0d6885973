import RedoModel
import RedoStore
import RedoSystem

extension Repository {
    /// The claims that are in force at a moment, as far as the log knows, by task. No remote is asked.
    ///
    /// - Throws: ``RedoError`` if the log cannot be read.
    /// - Complexity: constant for a packed log without claims; O(n) for n nodes otherwise, by columns, and the claims and
    ///   releases of the last days are read.
    package func claims(at now: Instant) throws(RedoError) -> [TaskID: HeldClaim] {
        if let packs = try packsAlone(), !packs.mayHave(\.isOfClaim) { return [:] }
        return try answer(.local) { (log, rule) throws(RedoError) -> [TaskID: HeldClaim]? in
            let found = log.stored.nodes(withAction: \.isOfClaim) { action, wall in
                action == .claim && HeldClaim.canBegin(at: wall, toBeHeldAt: now)
            }
            guard let found else { return nil }
            // Who may do what takes the whole log to find out.
            if found.isEmpty { return [:] }
            guard log.stored.mayHaveVoid else {
                return HeldClaim.all(in: found, at: now, .none)
            }
            guard let voids = log.voids(rule), let authority = log.authority(rule) else {
                return nil
            }
            return HeldClaim.all(
                in: found.filter { voids.reason(of: $0.id) == nil }, at: now, authority)
        }
    }
}
