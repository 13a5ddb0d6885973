import Glibc

/// Calls a closure with a null-terminated array of C strings, such as `argv`.
///
/// The strings are valid until the closure returns.
func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
    var pointers = unsafe strings.map { unsafe $0.withSystemBytes { unsafe strdup($0) } }
    unsafe pointers.append(nil)
    defer { unsafe pointers.forEach { unsafe free($0) } }
    return unsafe body(pointers)
}
