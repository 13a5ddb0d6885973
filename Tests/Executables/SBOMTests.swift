import Foundation
import RedoJSON
import TestSupport
import Testing

/// `scripts/make-sbom.py`: what a release consists of, as SPDX 2.3.
@Suite struct SBOMTests {
    private func bill() throws -> JSONValue {
        let runner = try CommandRunner()
        let script = Fixtures.package.appending(path: "scripts/make-sbom.py").path
        let program = CommandRunner.executable("redo").path
        let outcome = try runner.run(script, [program, "1763294400"])
        try #require(outcome.status == 0, "\(outcome)")
        return try JSONDocument(outcome.output).root.value
    }

    private func text(_ value: JSONValue?) -> String { value?.string?.description ?? "" }

    /// The members that the schema of SPDX 2.3 demands (spdx-schema.json), and the forms of their values.
    @Test func itHasWhatTheSchemaDemands() throws {
        let bill = try bill()
        #expect(bill["spdxVersion"] == "SPDX-2.3" && bill["dataLicense"] == "CC0-1.0")
        #expect(bill["SPDXID"] == "SPDXRef-DOCUMENT" && text(bill["name"]).hasPrefix("redo-"))
        #expect(text(bill["documentNamespace"]).hasPrefix("https://"))
        #expect(!text(bill["documentNamespace"]).contains("#"))
        #expect(bill["creationInfo"]?["created"] == "2025-11-16T12:00:00Z")
        #expect(bill["creationInfo"]?["creators"]?.elements.isEmpty == false)
        let packages = try #require(bill["packages"]?.elements)
        var ids: Set = ["SPDXRef-DOCUMENT"]
        for package in packages {
            let id = text(package["SPDXID"])
            #expect(id.wholeMatch(of: /SPDXRef-[A-Za-z0-9.-]+/) != nil, "\(id)")
            #expect(ids.insert(id).inserted, "\(id)")
            #expect(!text(package["name"]).isEmpty && !text(package["downloadLocation"]).isEmpty)
            for reference in package["externalRefs"]?.elements ?? [] {
                #expect(reference["referenceType"] == "purl")
                #expect(text(reference["referenceLocator"]).hasPrefix("pkg:deb/debian/"))
            }
        }
        for relation in try #require(bill["relationships"]?.elements) {
            #expect(ids.contains(text(relation["spdxElementId"])))
            #expect(ids.contains(text(relation["relatedSpdxElement"])))
            #expect(!text(relation["relationshipType"]).isEmpty)
        }
        #expect(bill["relationships"]?.elements.first?["relationshipType"] == "DESCRIBES")
    }

    @Test func itNamesTheSuiteItsRuntimesAndItsLibraries() throws {
        let packages = try #require(try bill()["packages"]?.elements)
        let names = Set(packages.map { text($0["name"]) })
        #expect(names.isSuperset(of: ["redo", "swift-runtime", "libc6", "libsodium23", "zlib1g"]))
        #expect(
            names.contains { $0.hasPrefix("libgit2-") }
                && names.contains { $0.hasPrefix("libssl3") })
        let suite = try #require(packages.first)
        #expect(text(suite["versionInfo"]) == "0.1.0")
        let digest = text(suite["checksums"]?.elements.first?["checksumValue"])
        #expect(digest.wholeMatch(of: /[0-9a-f]{64}/) != nil)
        let version = text(packages.first { $0["name"] == "libsodium23" }?["versionInfo"])
        #expect(version.hasPrefix("1."), "\(version)")
    }

    @Test func theSameProgramGivesTheSameBytes() throws { #expect(try bill() == bill()) }
}
