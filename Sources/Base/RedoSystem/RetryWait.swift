/// How people are told of the time until something that failed is tried again.
package enum RetryWait {
    /// `trying again in 4 s`: in whole seconds, at least one.
    package static func text(milliseconds: Int) -> String {
        "trying again in \(max(1, (milliseconds + 500) / 1000)) s"
    }
}
