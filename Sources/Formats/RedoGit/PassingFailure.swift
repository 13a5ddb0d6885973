import RedoSystem

/// The detail of an error of a server that may be temporary.
final class PassingFailure: ErrorDetail {
    let hope: RetryPolicy.Hope

    private init(_ hope: RetryPolicy.Hope) { self.hope = hope }

    /// - Parameter status: the HTTP status.
    /// - Returns: nil if the same request would fail again.
    convenience init?(status: Int?) {
        switch status {
        case 429, 503: self.init(RetryPolicy.Hope(cause: "the server is busy"))
        case 500, 502: self.init(RetryPolicy.Hope(cause: "the server failed"))
        case 504: self.init(RetryPolicy.Hope(cause: "the server takes too long"))
        default: return nil
        }
    }
}

extension GitRemote {
    /// Performs requests to the server, and repeats them if the server is busy.
    func retrying<Result>(
        _ body: () throws(RedoError) -> Result
    ) throws(RedoError) -> Result {
        guard let policy = authentication?.retry else { return try body() }
        return try policy.run(body) { (error: RedoError) in (error.detail as? PassingFailure)?.hope
        }
    }
}
