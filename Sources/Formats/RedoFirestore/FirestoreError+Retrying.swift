import RedoSystem

extension FirestoreError {
    /// Why the failure may pass by itself; nil if it stands.
    var hope: RetryPolicy.Hope? {
        isTransient ? RetryPolicy.Hope(cause: cause, retryAfter: retryAfter) : nil
    }
}

extension RetryPolicy {
    /// Sends a request, again where that can help.
    func run<Result>(
        _ body: () throws(FirestoreError) -> Result
    ) throws(FirestoreError) -> Result {
        try run(body) { $0.hope }
    }
}
