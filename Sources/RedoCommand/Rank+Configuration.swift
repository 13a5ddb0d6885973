import RedoState
import RedoStore

extension Rank {
    /// The rank that `redo.rank` names, or else the usual one.
    ///
    /// - Returns: also what it names where there is no such rank.
    static func configured(
        _ configuration: LayeredConfiguration
    ) -> (rank: Rank, unknown: String?) {
        guard let name = configuration.value("redo.rank") else { return (.usual, nil) }
        return Rank(rawValue: name).map { ($0, nil) } ?? (.usual, name)
    }

    /// The rank of a name; without one, what `redo.rank` says, or else the usual one.
    ///
    /// - Throws: wrong usage for a rank that does not exist.
    package init(
        named name: String?, _ configuration: LayeredConfiguration
    ) throws(CommandError) {
        let chosen = name ?? configuration.value("redo.rank") ?? Rank.usual.rawValue
        guard let rank = Rank(rawValue: chosen) else {
            let source = name == nil ? ", which redo.rank names" : ""
            throw .usage("there is no rank '\(chosen)'\(source); there are classic and sigmoid")
        }
        self = rank
    }
}
