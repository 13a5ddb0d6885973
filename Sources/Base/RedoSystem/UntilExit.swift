/// Keeps a value as long as the process lives.
///
/// A command ends when it has said what it had to say. Giving back what ten thousand tasks are made of,
/// piece by piece, would take as long as reading them.
package func keepUntilExit<Value>(_ value: Value) {
    // The reference that is taken here is never given back.
    _ = unsafe Unmanaged.passRetained(Kept(value))
}

private final class Kept<Value> {
    let value: Value

    init(_ value: Value) { self.value = value }
}
