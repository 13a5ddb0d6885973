import RedoSystem

/// Returns the one of some values that a name on the command line means.
///
/// - Parameters:
///   - noun: what the values are, for the message: `rank`.
///   - spelling: what the message calls the name, if it was written with more.
///   - isHinted: whether a hint names the values, and not the message itself.
/// - Throws: wrong usage for an unknown name.
package func choice<Value: RawRepresentable<String>>(
    of noun: String, named name: some StringProtocol, spelled spelling: Substring? = nil,
    among values: [Value], isHinted: Bool = false
) throws(RedoError) -> Value {
    if let value = values.first(where: { $0.rawValue == name }) { return value }
    let names = values.map(\.rawValue).joined(separator: values.count == 2 ? " and " : ", ")
    let message = "there is no \(noun) '\(spelling ?? Substring(name))'"
    throw isHinted
        ? .usage(message, hints: ["there are \(names)"]) : .usage("\(message); there are \(names)")
}
