import RedoSystem

extension FirestoreError {
    /// The reason why the failure may be temporary; nil if it is permanent.
    var hope: RetryPolicy.Hope? {
        isTransient ? RetryPolicy.Hope(cause: cause, retryAfter: retryAfter) : nil
    }
}

extension RetryPolicy {
    /// Sends a request, and repeats it if that can help.
    func run<Result>(
        _ body: () throws(FirestoreError) -> Result
    ) throws(FirestoreError) -> Result {
        try run(body) { $0.hope }
    }
}
