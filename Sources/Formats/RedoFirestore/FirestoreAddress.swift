import RedoJSON
import RedoModel
import RedoReplica
import RedoSystem

/// The address of a replica, and of its server.
package struct FirestoreAddress: Sendable {
    package let url: FirestoreURL
    /// `https://firestore.googleapis.com`, or the address of an emulator.
    let endpoint: String

    private static let service = "https://firestore.googleapis.com"

    /// - Parameter emulator: host and port, in the form of `FIRESTORE_EMULATOR_HOST`.
    package init(_ url: FirestoreURL, emulator: String?) {
        self.url = url
        endpoint = emulator.map { "http://\($0)" } ?? Self.service
    }

    package var isEmulator: Bool { endpoint != Self.service }

    /// Whether requests stay on this machine or are encrypted.
    package var isPrivate: Bool { !isEmulator || isLoopback(endpoint) }

    /// The host, for people.
    package var host: String { hostName(of: endpoint) }

    /// The lines that are sent to a token helper.
    var tokenRequest: [String] {
        ["host=\(host)", "project=\(url.project)", "database=\(url.database)", "uid=\(url.uid)"]
    }

    var documents: String { "projects/\(url.project)/databases/\(url.database)/documents" }

    /// The path of the collection of nodes.
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

    /// The id at the end of the name of a document of the collection.
    func id(ofName name: JSONString) -> NodeID? {
        let prefix = "\(documents)/\(collection)/"
        guard name.hasPrefix(prefix) else { return nil }
        return NodeID(text: name.utf8.span.extracting(droppingFirst: prefix.utf8.count))
    }

    /// The full name of the user's document.
    var userName: JSONString { JSONString("\(documents)/users/\(url.uid)") }

    /// The URL of a request for the whole database.
    func requestURL(_ method: String) -> String { "\(endpoint)/v1/\(documents):\(method)" }

    /// The URL of a query for the collection.
    var queryURL: String {
        switch url.layout {
        case .nodes: requestURL("runQuery")
        case .changes:
            "\(endpoint)/v1/\(documents)/users/\(percentEncoded(url.uid)):runQuery"
        }
    }
}
