import RedoHTTP
import RedoSystem
import Testing

@testable import RedoFirestore

/// What answers mean that are none to what was asked.
@Suite struct FirestoreErrorTests {
    private func error(_ status: Int, _ body: String) -> FirestoreError {
        FirestoreError(HTTPAnswer(status: status, body: Array(body.utf8), retryAfter: nil))
    }

    private func body(_ status: String) -> String {
        #"{"error":{"code":1,"message":"why\nnot","status":"\#(status)"}}"#
    }

    @Test(arguments: [
        (409, "ALREADY_EXISTS", FirestoreError.Status.alreadyExists, false),
        (409, "ABORTED", .aborted, true), (400, "INVALID_ARGUMENT", .invalidArgument, false),
        (400, "FAILED_PRECONDITION", .failedPrecondition, false),
        (429, "RESOURCE_EXHAUSTED", .resourceExhausted, true),
        (503, "UNAVAILABLE", .unavailable, true),
    ])
    func theStatusIsWhatTheBodySays(
        _ code: Int, _ name: String, _ status: FirestoreError.Status, _ isTransient: Bool
    ) {
        for text in [body(name), "[\(body(name))]", "[\(body(name)),{}]"] {
            let error = error(code, text)
            #expect(error.isStatus(status) && error.isTransient == isTransient)
            #expect(error.message == "why not (\(name))")
        }
    }

    @Test(arguments: [
        (502, "<html>Bad Gateway</html>", FirestoreError.Status.unavailable),
        (503, "", .unavailable),
        (500, "{}", .internalError), (429, "[]", .resourceExhausted), (401, "x", .unauthenticated),
        (403, #"{"error":"no"}"#, .permissionDenied), (404, "<html>", .notFound),
        (504, "", .deadlineExceeded),
    ])
    func elseItIsThatOfHTTP(_ code: Int, _ body: String, _ status: FirestoreError.Status) {
        let error = error(code, body)
        #expect(error.isStatus(status) && error.message.contains("HTTP status \(code)"))
    }

    /// What keeps an exchange from being made has one code in both directions; a query that is refused as such has its own.
    @Test(arguments: [
        (503, "UNAVAILABLE", ErrorCode.syncFailed, ErrorCode.syncFailed),
        (429, "RESOURCE_EXHAUSTED", .syncFailed, .syncFailed),
        (500, "INTERNAL", .syncFailed, .syncFailed),
        (409, "ABORTED", .syncFailed, .syncFailed),
        (403, "PERMISSION_DENIED", .queryFailed, .syncFailed),
        (400, "FAILED_PRECONDITION", .queryFailed, .syncFailed),
        (401, "UNAUTHENTICATED", .noToken, .noToken),
    ])
    func theCodeSaysWhetherAQueryWasRefused(
        _ status: Int, _ name: String, _ asking: ErrorCode, _ writing: ErrorCode
    ) {
        let error = error(status, body(name))
        #expect(RedoError(error, isQuery: true, "host").code == asking)
        #expect(RedoError(error, isQuery: false, "host").code == writing)
    }

    @Test func aRedirectionIsNoAnswer() {
        #expect(error(302, "").kind == .unintelligible)
    }

    @Test func longMessagesAreCut() {
        let text = String(repeating: "a", count: 10_000)
        let error = error(400, #"{"error":{"message":"\#(text)","status":"INVALID_ARGUMENT"}}"#)
        #expect(error.message.utf8.count < 500)
    }
}
