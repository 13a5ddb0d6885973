import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoStore
import RedoSystem

/// The rules for the configuration of a custom field.
enum OwnFieldRules {
    /// - Parameters:
    ///   - name: of the field.
    ///   - key: `type`, `values`, `label` or `default`.
    /// - Throws: E_FORBIDDEN_FIELD for a name that the protocol has, wrong usage for another one that has a
    ///   meaning, and for a value that the field does not take.
    static func check(
        _ name: String, _ key: String, _ value: String, _ known: LayeredConfiguration, now: Instant
    ) throws(RedoError) {
        switch OwnFieldName.mistake(name) {
        case .forbidden?:
            throw RedoError(
                .forbiddenField, "'\(name)' is a member that the protocol gives a meaning",
                status: .wrongUsage)
        case .taken?: throw .usage("'\(name)' has a meaning in redo already")
        case .malformed?:
            throw .usage(
                "'\(name)' is not a name of a field: a small letter, then letters and digits")
        case nil: break
        }
        let commands = [
            AddCommand.specification, EditCommand.specification, ListCommand.specification,
            SearchCommand.specification,
        ]
        let options = commands.flatMap(\.allOptions).flatMap {
            $0.isNegatable ? [$0.name, "no-\($0.name)"] : [$0.name]
        }
        guard !options.contains(name) else { throw .usage("--\(name) is an option already") }
        if key == "values", value.split(separator: ",").allSatisfy({ isBlank(String($0)) }) {
            throw .usage("field.\(name).values takes words with commas between them")
        }
        guard key == "default" else { return }
        guard let field = known.taskFields.own.first(where: { $0.key == name }) else {
            throw .usage(
                "field.\(name).default needs a type",
                hints: ["'redo config field.\(name).type text' sets it"])
        }
        _ = try field.json(of: value, now: now)
    }
}
