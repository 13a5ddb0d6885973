import TestSupport
import Testing

@testable import RedoStore

/// What a command that writes tells the process that syncs by itself.
@Suite struct SyncRequestTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }

    init() throws { temporary = try TemporaryStore() }

    @Test func aSyncIsWantedFromTheRequestUntilItIsCleared() throws {
        #expect(!store.isSyncWanted)
        try store.requestSync()
        #expect(store.isSyncWanted)
        try store.requestSync()
        #expect(store.isSyncWanted)
        try store.clearSyncRequest()
        #expect(!store.isSyncWanted)
        try store.clearSyncRequest()
        #expect(!store.isSyncWanted)
        try store.requestSync()
        #expect(store.isSyncWanted)
    }

    @Test func oneProcessAtATimeSyncsByItself() throws {
        let lock = try store.syncLock()
        let other = try store.syncLock()
        let (isTaken, isTakenTwice) = (lock != nil, other != nil)
        #expect(isTaken && !isTakenTwice)
        _ = consume lock
    }
}
