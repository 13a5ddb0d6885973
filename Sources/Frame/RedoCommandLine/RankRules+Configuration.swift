import RedoInsight
import RedoJSON
import RedoModel
import RedoStore

extension RankRules {
    /// A formula, with the weights and factors of the configuration; the classic formula takes none.
    init(_ formula: Rank, _ configuration: LayeredConfiguration) {
        self.init(formula)
        guard formula == .sigmoid else { return }
        weights = [
            .priority: configuration.factor(ConfigurationKey.rankPriorityWeight),
            .due: configuration.factor(ConfigurationKey.rankDueWeight),
            .points: configuration.factor(ConfigurationKey.rankPointsWeight),
        ]
        factors = [
            .blocked: configuration.factor(ConfigurationKey.rankBlockedFactor),
            .blocking: configuration.factor(ConfigurationKey.rankBlockingFactor),
            .active: configuration.factor(ConfigurationKey.rankActiveFactor),
        ]
        for (subject, value) in configuration.values(section: "rank", key: "factor") {
            guard let factor = Double(value), (0...1000).contains(factor) else { continue }
            if subject.hasPrefix("tag.") {
                tagFactors[JSONString(String(subject.dropFirst(4)))] = factor
            } else if subject.hasPrefix("project.") {
                projectFactors[JSONString(String(subject.dropFirst(8)))] = factor
            }
        }
    }
}

extension RankTerm {
    /// The name, and the tag or project that it is about: `tag.urgent`.
    package var title: String {
        subject.map { "\(name.rawValue).\($0.description)" } ?? name.rawValue
    }
}
