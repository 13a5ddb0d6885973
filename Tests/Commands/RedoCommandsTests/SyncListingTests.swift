import RedoModel
import RedoStore
import RedoSystem
import Testing

@testable import RedoCommandParts

/// What is said of exchanges with remotes.
@Suite struct SyncListingTests {
    private static func record(_ change: (inout SyncRecord) -> Void = { _ in }) -> SyncRecord {
        var record = SyncRecord(time: .earliest, remote: "origin", cause: .watch)
        change(&record)
        return record
    }

    private static let failure = SyncRecord.Failure(
        code: .unreachable, message: "no route", hints: [])

    @Test func whatStaysAsItIsIsSaidOnce() {
        let quiet = Self.record()
        let offline = Self.record { ($0.failure, $0.status) = (Self.failure, .failed) }
        let diverged = Self.record { $0.divergedCount = 1 }
        #expect(SyncListing.isNews(quiet, after: nil))
        for record in [quiet, offline, diverged] {
            #expect(!SyncListing.isNews(record, after: record))
        }
        #expect(SyncListing.isNews(offline, after: quiet))
        #expect(SyncListing.isNews(quiet, after: offline))
        #expect(SyncListing.isNews(diverged, after: quiet))
        #expect(SyncListing.isNews(quiet, after: diverged))
        let received = Self.record { $0.receivedCount = 1 }
        #expect(SyncListing.isNews(received, after: received))
    }

    @Test func theResultIsSaidInWords() {
        #expect(SyncListing.result(of: Self.record()) == "nothing new")
        for (status, text) in [
            (ExitStatus.no, "some of it was refused"),
            (.incomplete, "incomplete because of damage"),
        ] {
            #expect(SyncListing.result(of: Self.record { $0.status = status }) == text)
        }
        #expect(
            SyncListing.result(
                of: Self.record {
                    ($0.receivedCount, $0.mergedCount, $0.sentCount) = (1, 2, 3)
                    ($0.divergedCount, $0.status) = (4, .no)
                })
                == "received 1 change, merged 2 tasks, sent 3 changes, 4 tasks to merge, "
                + "some of it was refused")
        #expect(
            SyncListing.result(of: Self.record { $0.failure = Self.failure })
                == "offline: no route (NETWORK_001)")
        // A message can quote what a server said.
        let hostile = SyncRecord.Failure(code: .syncFailed, message: "a\u{1B}[2Jb", hints: [])
        #expect(!SyncListing.result(of: Self.record { $0.failure = hostile }).contains("\u{1B}"))
    }
}
