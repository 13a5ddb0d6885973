import Foundation
import TestSupport
import Testing

@testable import RedoGit

/// Connections that are cut at some byte, and the transfer that is repeated then.
@Suite(.serialized) struct CutTransferTests {
    private let fixture: RepositoryPair

    init() throws { fixture = try RepositoryPair() }

    /// 60 objects of a kilobyte of noise: 60,000 bytes and more, whatever the server packs.
    @Test(arguments: [Transport.http, .daemon, .ssh], [0, 20, 1_000, 10_000, 60_000])
    func aFetchThatIsCutCompletesWhenItIsRepeated(_ transport: Transport, _ count: Int) throws {
        let tip = try fixture.commits(60, in: fixture.there, byteCount: 1024)
        try fixture.there.setReference("refs/heads/log", to: tip, from: nil)
        let (port, url) = try GitServers.port(of: fixture.url(transport))
        let cut = try fixture.servers.proxy(to: port, .cut, "server", after: count).port
        if transport == .ssh { try fixture.servers.know("host", at: cut) }
        let error = failure {
            try fixture.remote(url(cut)).fetch(["refs/heads/log:refs/heads/log"])
        }
        #expect(error != nil)
        #expect(try fixture.here.target(of: "refs/heads/log") == nil)
        #expect(!fixture.here.contains(tip))
        try fixture.remote(url(port)).fetch(["refs/heads/log:refs/heads/log"])
        #expect(try fixture.here.target(of: "refs/heads/log") == tip)
        try fixture.expectSound(fixture.here)
    }

    @Test(arguments: [Transport.http, .ssh], [0, 20, 1_000, 10_000, 60_000])
    func aPushThatIsCutCompletesWhenItIsRepeated(_ transport: Transport, _ count: Int) throws {
        let tip = try fixture.commits(60, in: fixture.here, byteCount: 1024)
        try fixture.here.setReference("refs/heads/mine", to: tip, from: nil)
        let (port, url) = try GitServers.port(of: fixture.url(transport))
        let cut = try fixture.servers.proxy(to: port, .cut, "client", after: count).port
        if transport == .ssh { try fixture.servers.know("host", at: cut) }
        let error = failure {
            _ = try fixture.remote(url(cut)).push(["refs/heads/mine:refs/heads/log"])
        }
        #expect(error != nil)
        #expect(try fixture.there.target(of: "refs/heads/log") == nil)
        let verdicts = try fixture.remote(url(port)).push(["refs/heads/mine:refs/heads/log"])
        #expect(verdicts.count == 1 && verdicts[0].refusal == nil)
        #expect(try fixture.there.target(of: "refs/heads/log") == tip)
        try fixture.expectSound(fixture.there)
    }
}
