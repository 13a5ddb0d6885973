import Glibc

/// An object for each thread: for functions that a C library calls and hands nothing to. The object has
/// to live for as long as it is set.
package struct ThreadValue<Value: AnyObject>: Sendable {
    private let key: pthread_key_t

    /// Wraps `pthread_key_create(3)`; the key is never given back.
    package init() {
        var key = pthread_key_t()
        guard unsafe pthread_key_create(&key, nil) == 0 else {
            fatalError("the process has too many values for threads")
        }
        self.key = key
    }

    /// That of this thread. Wraps `pthread_getspecific(3)` and `pthread_setspecific(3)`.
    package var value: Value? {
        get {
            // It was set below, and lives.
            unsafe pthread_getspecific(key).map {
                unsafe Unmanaged<Value>.fromOpaque($0).takeUnretainedValue()
            }
        }
        nonmutating set {
            let pointer = unsafe newValue.map { unsafe Unmanaged.passUnretained($0).toOpaque() }
            unsafe pthread_setspecific(key, pointer)
        }
    }
}
