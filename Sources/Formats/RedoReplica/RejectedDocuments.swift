import RedoJSON
import RedoSystem

/// A document that a replica holds and that is not taken in here.
package struct RejectedDocument: Equatable, Sendable {
    /// Where it is in the database: `nodes/sha256:…`. Whoever may write there has chosen it.
    package let path: String
    package let code: ErrorCode
    package let detail: String

    /// - Parameter detail: why; of a long one the beginning is kept.
    package init(path: String, code: ErrorCode, detail: String) {
        self.path = path
        self.code = code
        self.detail = String(detail.prefix(Self.greatestDetailCount))
    }

    /// The bytes of a path that is kept: those of the longest name that the service takes
    /// (https://firebase.google.com/docs/firestore/quotas), twice.
    static let greatestPathByteCount = 12_288
    private static let greatestDetailCount = 300
}

/// The documents that a replica was seen to hold and that are not taken in here, until they are gone from there or
/// accepted. At most a thousand of them are kept.
package struct RejectedDocuments: Equatable, Sendable {
    /// Those that were looked at least recently come first.
    package private(set) var documents: [RejectedDocument] = []

    /// Anyone who may write there can make any number of them.
    package static let greatestCount = 1000

    package init() {}

    /// - Parameter documents: all that a reading of the whole replica refused.
    package init(_ documents: some Sequence<RejectedDocument>) {
        note(documents, lookedAt: [])
    }

    /// Notes what a part of the replica was found to hold.
    ///
    /// - Parameters:
    ///   - found: what was refused of it.
    ///   - paths: of documents that were asked for by name: those that were not refused again are gone, or accepted.
    package mutating func note(
        _ found: some Sequence<RejectedDocument>, lookedAt paths: Set<String>
    ) {
        let new = found.filter { $0.path.utf8.count <= RejectedDocument.greatestPathByteCount }
        let seen = paths.union(new.map(\.path))
        documents.removeAll { seen.contains($0.path) }
        documents += new.sorted { $0.path < $1.path }.prefix(Self.greatestCount - documents.count)
    }
}

extension RejectedDocuments {
    /// As the state of a replica's record has them.
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

    /// Reads them; what is not a document is left out.
    init(_ json: JSONValue?) {
        guard case .array(let elements)? = json else { return }
        documents = elements.prefix(Self.greatestCount).compactMap { element in
            guard let path = element["path"]?.string?.description,
                let code = (element["code"]?.string).flatMap({
                    ErrorCode(rawValue: $0.description)
                }), let detail = element["detail"]?.string?.description
            else { return nil }
            return RejectedDocument(path: path, code: code, detail: detail)
        }
    }
}
