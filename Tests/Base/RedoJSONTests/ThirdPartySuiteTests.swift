import Foundation
import TestSupport
import Testing

@testable import RedoJSON

@Suite struct ThirdPartySuiteTests {
    /// Texts that JSONTestSuite accepts and I-JSON refuses, with the reason.
    static let refusedByIJSON: [String: JSONError.Reason] = [
        "y_object_duplicated_key.json": .duplicateName,
        "y_object_duplicated_key_and_value.json": .duplicateName,
    ]

    @Test(.enabled(if: Fixtures.thirdParty != nil, "no third-party suites beside the checkout"))
    func jsonTestSuite() throws {
        let directory = try #require(Fixtures.thirdParty)
            .appending(path: "JSONTestSuite/test_parsing")
        var counts = ["y": 0, "n": 0, "i": 0]
        for name in try Fixtures.names(in: directory) {
            let bytes = [UInt8](try Data(contentsOf: directory.appending(path: name)))
            let kind = String(name.prefix(1))
            counts[kind, default: 0] += 1
            let outcome = Result { try JSONDocument(bytes) }
            switch (kind, outcome) {
            case ("y", .failure(let error)):
                #expect((error as? JSONError)?.reason == Self.refusedByIJSON[name], "\(name)")
            case ("y", .success): #expect(Self.refusedByIJSON[name] == nil, "\(name)")
            case ("n", .success): Issue.record("\(name) was accepted")
            default: break
            }
        }
        #expect(counts["y"] == 95)
        #expect(counts["n"] == 188)
    }

    @Test(.enabled(if: Fixtures.thirdParty != nil, "no third-party suites beside the checkout"))
    func canonicalizationScheme() throws {
        let directory = try #require(Fixtures.thirdParty).appending(path: "jcs/testdata")
        let names = try Fixtures.names(in: directory.appending(path: "input"))
        #expect(names.count == 6)
        for name in names {
            let input = [UInt8](try Data(contentsOf: directory.appending(path: "input/\(name)")))
            let output = [UInt8](try Data(contentsOf: directory.appending(path: "output/\(name)")))
            #expect(CanonicalJSON.bytes(try JSONDocument(input).root) == output, "\(name)")
        }
    }
}
