import RedoJSON

/// A value that a task keeps as a custom field, under the name that another program gives it.
struct KeptField {
    let name: String
    let value: JSONValue
    /// Why it is not a member of the task; nil if it is a field in the other program as well.
    let reason: String?

    init(_ name: String, _ value: JSONValue, _ reason: String? = nil) {
        (self.name, self.value, self.reason) = (name, value, reason)
    }
}
