import RedoJSON
import RedoModel
import RedoReplica
import RedoSystem

/// A replica and the server that has it.
package struct FirestoreAddress: Sendable {
    package let url: FirestoreURL
    /// `https://firestore.googleapis.com`, or an emulator.
    let endpoint: String

    private static let service = "https://firestore.googleapis.com"

    /// - Parameter emulator: host and port, as `FIRESTORE_EMULATOR_HOST` has them.
    package init(_ url: FirestoreURL, emulator: String?) {
        self.url = url
        endpoint = emulator.map { "http://\($0)" } ?? Self.service
    }

    package var isEmulator: Bool { endpoint != Self.service }

    /// Whether what is sent stays on this machine or is encrypted.
    package var isPrivate: Bool { !isEmulator || isLoopback(endpoint) }

    /// The host, for people.
    package var host: String { hostName(of: endpoint) }

    /// What a token helper is told.
    var tokenRequest: [String] {
        ["host=\(host)", "project=\(url.project)", "database=\(url.database)", "uid=\(url.uid)"]
    }

    var documents: String { "projects/\(url.project)/databases/\(url.database)/documents" }

    /// The path of the collection that nodes are in.
    package var collection: String {
        switch url.layout {
        case .nodes: "nodes"
        case .changes: "users/\(url.uid)/changes"
        }
    }

    /// The last part of the collection's path.
    var collectionID: JSONString {
        switch url.layout {
        case .nodes: "nodes"
        case .changes: "changes"
        }
    }

    /// The full name of a node's document.
    func name(of id: NodeID) -> JSONString {
        JSONString("\(documents)/\(collection)/\(id)")
    }

    /// The id that ends the name of a document of the collection.
    func id(ofName name: JSONString) -> NodeID? {
        let prefix = "\(documents)/\(collection)/"
        guard name.hasPrefix(prefix) else { return nil }
        return NodeID(text: name.utf8.span.extracting(droppingFirst: prefix.utf8.count))
    }

    /// The full name of the user's document.
    var userName: JSONString { JSONString("\(documents)/users/\(url.uid)") }

    /// Where a request for the whole database goes.
    func requestURL(_ method: String) -> String { "\(endpoint)/v1/\(documents):\(method)" }

    /// Where a query for the collection goes.
    var queryURL: String {
        switch url.layout {
        case .nodes: requestURL("runQuery")
        case .changes:
            "\(endpoint)/v1/\(documents)/users/\(percentEncoded(url.uid)):runQuery"
        }
    }
}
