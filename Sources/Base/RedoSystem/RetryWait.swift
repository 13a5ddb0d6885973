/// The text for people about the time until the next attempt.
package enum RetryWait {
    /// `trying again in 4 s`: in whole seconds, at least one.
    package static func text(milliseconds: Int) -> String {
        "trying again in \(max(1, (milliseconds + 500) / 1000)) s"
    }
}
