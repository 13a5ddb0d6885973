import RedoInsight
import RedoModel
import RedoStore
import RedoSystem

extension Rank {
    /// The rank that counts where nothing names one.
    private static let usual = ConfigurationKey.rank.fallback.flatMap(Rank.init) ?? .sigmoid

    /// The rank that `redo.rank` names, or else the default.
    static func configured(_ configuration: LayeredConfiguration) -> Rank {
        configuration.value(.rank).flatMap(Rank.init) ?? usual
    }

    /// The rank with a name; without a name that of `redo.rank`, or else the default. If `redo.rank` does not name a
    /// rank, a warning is printed.
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
