import RedoCheckpoints
import RedoHTTP
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// The store helper for buckets on servers with the interface of Amazon S3.
///
/// This module has the signatures, listings and credentials of such servers, and nothing else: redo sends the verbs of
/// docs/store-helpers.md over standard input, and `StoreHelperServer` of RedoCheckpoints parses them. Start here, then
/// read `S3Bucket`, which performs the verbs.
package enum S3Helper {
    private static let usualRegion = "us-east-1"

    /// Answers the received requests until the input ends.
    ///
    /// - Parameters:
    ///   - input: the descriptor that requests are read from.
    ///   - output: the descriptor that answers are written to.
    /// - Throws: STORAGE_002 if an answer cannot be written, wrong usage for a broken configuration.
    package static func serve(
        _ input: Int32, _ output: Int32, of home: UserHome
    ) throws(RedoError) {
        let variables = home.variables
        let configuration = try home.layers()
        let helper = configuration.value(.bucketCredentialHelper)
        var server = StoreHelperServer(input: input, output: output)
        try server.run { (text) throws(RedoError) in
            let address = try S3Address(text)
            // The process that started this program may have any address, from a store that someone else configured.
            let host = BucketHost(of: address.origin)
            guard try configuration.trusts(host) == true else {
                throw RedoError(
                    .unauthenticated,
                    "no credentials are sent to \(host.name.printable), which your configuration does not name: "
                        + "redo-config(1) explains s3.<host>.trusted")
            }
            let credentials = try S3CredentialSource(variables: variables, helper: helper)
                .credentials(for: address)
            let region =
                address.region ?? variables.value(of: "AWS_REGION")
                ?? variables.value(of: "AWS_DEFAULT_REGION") ?? usualRegion
            let http = try HTTPClient(
                usesProxies: !isLoopback(address.origin), agent: "redo/\(Version.text)")
            return S3Bucket(
                address, region: region, credentials, time: { time(Clock.milliseconds()) },
                wait: { Clock.wait(milliseconds: $0) }
            ) { (request) throws(HTTPFailure) in
                try http.send(
                    request.method, request.url, headings: request.headings, body: request.body,
                    limit: request.limit)
            }
        }
    }

    /// The time in the format of signatures: `20130524T000000Z`.
    static func time(_ milliseconds: Int64) -> String {
        // 2013-05-24T00:00:00.000Z
        let text = Instant(milliseconds: milliseconds).wallText
        let digits = text.prefix { $0 != "." }.filter { $0 != "-" && $0 != ":" }
        return "\(digits)Z"
    }
}
