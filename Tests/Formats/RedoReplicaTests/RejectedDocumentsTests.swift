import RedoSystem
import TestSupport
import Testing

@testable import RedoReplica

/// What is kept of documents that a replica holds and that are refused.
@Suite struct RejectedDocumentsTests {
    private func document(_ name: String, _ detail: String = "bad") -> RejectedDocument {
        RejectedDocument(path: "nodes/\(name)", code: .hashMismatch, detail: detail)
    }

    private func paths(_ rejected: RejectedDocuments) -> [String] {
        rejected.documents.map(\.path)
    }

    @Test func aDocumentStaysUntilItIsLookedAtAndNotFound() {
        var rejected = RejectedDocuments([document("b"), document("a")])
        #expect(paths(rejected) == ["nodes/a", "nodes/b"])
        // A part of the replica says nothing of the rest.
        rejected.note([document("c")], lookedAt: [])
        #expect(paths(rejected) == ["nodes/a", "nodes/b", "nodes/c"])
        // One is bad still, and is looked at last the next time; the other is gone.
        rejected.note([document("a", "worse")], lookedAt: ["nodes/a", "nodes/b"])
        #expect(paths(rejected) == ["nodes/c", "nodes/a"])
        #expect(rejected.documents.last?.detail == "worse")
    }

    @Test func noMoreThanAThousandAreKept() {
        var rejected = RejectedDocuments((0..<3000).map { document("\($0)") })
        #expect(rejected.documents.count == RejectedDocuments.maximumCount)
        rejected.note([document("x")], lookedAt: [])
        #expect(rejected.documents.count == RejectedDocuments.maximumCount)
        let long = document(String(repeating: "x", count: 20_000))
        #expect(RejectedDocuments([long]).documents.isEmpty)
        let detail = document("a", String(repeating: "x", count: 5000)).detail
        #expect(detail.count == 300)
    }

    /// The record is a file, which can say anything.
    @Test func theRecordKeepsThem() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/firestore/origin"
        var record = ReplicaRecord(in: path, of: "p", authors: [])
        record.rejected = RejectedDocuments([document("\u{1B}[2J\n\"é"), document("a")])
        try record.save()
        let read = ReplicaRecord(in: path, of: "p", authors: [])
        #expect(read.rejected == record.rejected && read.rejected.documents.count == 2)
        #expect(ReplicaRecord(in: path, of: "q", authors: []).rejected.documents.isEmpty)
        let hostile = RejectedDocuments([
            "x", 7, [:], ["code": "E_NONE", "detail": "", "path": ""],
            ["code": "E_HASH_MISMATCH", "detail": 1, "path": "a"],
            ["code": "E_HASH_MISMATCH", "detail": "d", "path": "a"],
        ])
        #expect(paths(hostile) == ["a"])
        #expect(RejectedDocuments("text").documents.isEmpty)
        #expect(RejectedDocuments(nil).documents.isEmpty)
    }
}
