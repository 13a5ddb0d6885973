/// Keeps a value alive until the process exits, so that it is never deallocated.
///
/// Deallocating the objects of ten thousand tasks one by one would take as long as reading them.
package func keepUntilExit<Value>(_ value: Value) {
    // The reference is never released.
    _ = unsafe Unmanaged.passRetained(Box(value))
}

/// A reference to a value of any type.
private final class Box<Value> {
    let value: Value

    init(_ value: Value) { self.value = value }
}
