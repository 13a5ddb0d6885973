import RedoInsight
import RedoModel
import RedoStore
import RedoSystem

extension Rank {
    /// The rank that counts where nothing names one.
    private static let usual = ConfigurationKey.rank.fallback.flatMap(Rank.init) ?? .sigmoid

    /// The rank that `redo.rank` names, or else the usual one.
    static func configured(_ configuration: LayeredConfiguration) -> Rank {
        configuration.value(.rank).flatMap(Rank.init) ?? usual
    }

    /// The rank of a name; without one, what `redo.rank` says, or else the usual one, also where
    /// `redo.rank` names none: then standard error says so.
    ///
    /// - Throws: wrong usage for an unknown name.
    package init(
        named name: String?, _ configuration: LayeredConfiguration,
        _ context: borrowing CommandContext
    ) throws(RedoError) {
        guard let name else {
            self = .configured(configuration)
            if let setting = configuration.setting(.rank), Rank(rawValue: setting.value) == nil {
                context.warnOfBadValue(.rank, setting.value, in: configuration, using: rawValue)
            }
            return
        }
        self = try choice(of: "rank", named: name, among: Rank.allCases)
    }
}
