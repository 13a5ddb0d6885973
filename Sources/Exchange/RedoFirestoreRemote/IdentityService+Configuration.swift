import RedoFirestore
import RedoHTTP
import RedoRepository
import RedoStore
import RedoSystem

extension IdentityService {
    /// The service in the user's configuration.
    ///
    /// - Throws: FIREBASE_001 if there is none.
    package init(of home: UserHome) throws(RedoError) {
        let configuration = try home.layers()
        guard let id = configuration.value(.firebaseClientID), !id.isEmpty else {
            throw RedoError(
                .noToken, "firebase.clientId is not set",
                hints: [
                    "make a client of the kind 'TV and limited input' in your project, then: "
                        + "redo config --global firebase.clientId ID"
                ])
        }
        var endpoints = Endpoints()
        endpoints.device =
            try configuration.checkedValue(.firebaseDeviceEndpoint) ?? endpoints.device
        endpoints.token =
            try configuration.checkedValue(.firebaseTokenEndpoint) ?? endpoints.token
        endpoints.signIn =
            try configuration.checkedValue(.firebaseSignInEndpoint) ?? endpoints.signIn
        endpoints.refresh =
            try configuration.checkedValue(.firebaseRefreshEndpoint) ?? endpoints.refresh
        let client = Client(
            id: id, secret: configuration.value(.firebaseClientSecret),
            apiKey: configuration.value(.firebaseAPIKey))
        var timeouts = HTTPTimeouts()
        timeouts.whole = 60
        let http = try HTTPClient(
            usesProxies: !isLoopback(endpoints.token), agent: "redo/\(Version.text)",
            timeouts: timeouts)
        self.init(endpoints, client) { (url, type, body) throws(HTTPFailure) in
            try http.post(
                url, headings: ["Content-Type: \(type)", "Accept: application/json"], body: body,
                limit: IdentityService.answerLimit)
        }
    }
}
