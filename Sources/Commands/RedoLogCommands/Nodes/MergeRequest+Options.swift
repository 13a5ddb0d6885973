import RedoCommandLine
import RedoRepository
import RedoSystem

extension MergeRequest {
    static let policyOption = OptionSpecification.value(
        "policy", takes: "policy", oneOf: ["lww", "ours", "theirs", "union", "max", "min"],
        "what decides a conflict: lww (the default), ours, theirs, union, max, min")
    static let resolveOption = OptionSpecification.value(
        "resolve", takes: "path=strategy[:value]", isRepeatable: true,
        "decide one member: lww, union, max, min, ours[:node], theirs[:node], manual:value")

    /// - Throws: wrong usage for a strategy that does not exist.
    init(_ arguments: Arguments) throws(RedoError) {
        try self.init(
            policy: arguments.value(Self.policyOption),
            resolutions: arguments.values(Self.resolveOption))
    }
}
