import RedoJSON
import RedoSystem

/// A document of a replica that is refused here.
package struct RejectedDocument: Equatable, Sendable {
    /// Its path in the database: `nodes/sha256:…`, which anyone with write access can choose.
    package let path: String
    package let code: ErrorCode
    package let detail: String

    /// - Parameter detail: the reason, which is truncated if it is long.
    package init(path: String, code: ErrorCode, detail: String) {
        self.path = path
        self.code = code
        self.detail = String(detail.prefix(Self.maximumDetailCount))
    }

    /// The maximum size of a stored path: twice that of the longest name that the service accepts
    /// (https://firebase.google.com/docs/firestore/quotas).
    static let maximumPathByteCount = 12_288
    private static let maximumDetailCount = 300
}

/// The documents of a replica that are refused here, until they are removed there or accepted. At most a thousand of
/// them are stored.
package struct RejectedDocuments: Equatable, Sendable {
    /// The rejected documents, the least recently read first.
    package private(set) var documents: [RejectedDocument] = []

    /// The maximum number: anyone with write access can create any number of them.
    package static let maximumCount = 1000

    package init() {}

    /// - Parameter documents: all documents that a complete reading of the replica refused.
    package init(_ documents: some Sequence<RejectedDocument>) {
        note(documents, lookedAt: [])
    }

    /// Records the results for a part of the replica.
    ///
    /// - Parameters:
    ///   - found: the refused documents of that part.
    ///   - paths: the paths of documents that were requested by name: those that were not refused again are removed, or
    ///     accepted.
    package mutating func note(
        _ found: some Sequence<RejectedDocument>, lookedAt paths: Set<String>
    ) {
        let new = found.filter { $0.path.utf8.count <= RejectedDocument.maximumPathByteCount }
        let seen = paths.union(new.map(\.path))
        documents.removeAll { seen.contains($0.path) }
        documents += new.sorted { $0.path < $1.path }.prefix(Self.maximumCount - documents.count)
    }
}

extension RejectedDocuments {
    /// The documents in the form of the record's state.
    var json: JSONValue {
        .array(
            documents.map {
                [
                    "code": .string(JSONString($0.code.rawValue)),
                    "detail": .string(JSONString($0.detail)),
                    "path": .string(JSONString($0.path)),
                ]
            })
    }

    /// Parses the documents, without malformed ones.
    init(_ json: JSONValue?) {
        guard case .array(let elements)? = json else { return }
        documents = elements.prefix(Self.maximumCount).compactMap { element in
            guard let path = element["path"]?.string?.description,
                let code = (element["code"]?.string).flatMap({
                    ErrorCode(rawValue: $0.description)
                }), let detail = element["detail"]?.string?.description
            else { return nil }
            return RejectedDocument(path: path, code: code, detail: detail)
        }
    }
}
