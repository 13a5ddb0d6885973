/// Keeps a value alive until the process exits, so that it is never deallocated.
///
/// Deallocating the objects of ten thousand tasks one by one would take as long as reading them. A process that
/// continues reads them again and again, so only the first few values are kept.
package func keepUntilExit<Value>(_ value: Value) {
    let isKept = keptCount.withLock { count in
        guard count < maximumKeptCount else { return false }
        count += 1
        return true
    }
    guard isKept else { return }
    // The reference is never released.
    _ = unsafe Unmanaged.passRetained(Box(value))
}

/// Stops keeping values, for a process that continues and reads again and again.
package func keepNothingUntilExit() { keptCount.withLock { $0 = maximumKeptCount } }

/// The maximum number of kept values. No command that ends by itself keeps more.
private let maximumKeptCount = 4
private let keptCount = Locked(0)

/// A reference to a value of any type.
private final class Box<Value> {
    let value: Value

    init(_ value: Value) { self.value = value }
}
