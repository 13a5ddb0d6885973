import Foundation
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// Ids by the digits that they start with.
@Suite struct PrefixTests {
    let temporary: TemporaryStore
    let ids: [NodeID]

    init() throws {
        temporary = try TemporaryStore()
        let nodes = try (0..<40).map { try Sample.node($0) }
        try temporary.admit(nodes)
        ids = nodes.map(\.id).sorted()
    }

    @Test func allIDsAreListedInOrder() throws {
        #expect(try temporary.store.ids() == ids)
    }

    @Test(arguments: [2, 3, 4, 7, 63, 64])
    func aPrefixFindsWhatStartsWithIt(_ length: Int) throws {
        for id in ids {
            let prefix = String(id.digest.hexadecimal.prefix(length))
            let expected = ids.filter { $0.digest.hexadecimal.hasPrefix(prefix) }
            #expect(try temporary.store.ids(withPrefix: prefix) == expected)
        }
    }

    @Test func aPrefixThatNobodyHasFindsNothing() throws {
        let taken = Set(ids.map { $0.digest.hexadecimal.prefix(2) })
        let free = try #require(
            (0..<256).lazy.map { String(format: "%02x", $0) }.first {
                !taken.contains(Substring($0))
            })
        #expect(try temporary.store.ids(withPrefix: free + "00") == [])
        #expect(try temporary.store.ids(withPrefix: "\(taken.first!)zz") == [])
    }
}
