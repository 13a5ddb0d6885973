import Glibc

/// A thread-local object, for C callbacks that have no context parameter.
///
/// The reference is unowned: the caller keeps the object alive for as long as it is set.
package struct ThreadLocal<Value: AnyObject>: Sendable {
    private let key: pthread_key_t

    /// Creates a key, which is never deleted. Wraps `pthread_key_create(3)`.
    package init() {
        var key = pthread_key_t()
        guard unsafe pthread_key_create(&key, nil) == 0 else {
            fatalError("the process has too many values for threads")
        }
        self.key = key
    }

    /// The object of this thread. Wraps `pthread_getspecific(3)` and `pthread_setspecific(3)`.
    package var value: Value? {
        get {
            // The setter stored the pointer, and the caller keeps the object alive.
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
