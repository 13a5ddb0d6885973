/// Why the manual or the completions cannot be made.
package struct ManualError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
