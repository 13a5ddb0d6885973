import RedoModel

extension State {
    /// The canonical JSON of all tasks, a line each.
    var canonicalBytes: [UInt8] { tasks.flatMap { $0.canonicalBytes() + [10] } }
}
