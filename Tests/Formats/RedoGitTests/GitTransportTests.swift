import Foundation
import RedoSystem
import TestSupport
import Testing

@testable import RedoGit

/// Listing, fetching and pushing, with the real servers.
@Suite(.serialized) struct GitTransportTests {
    private let fixture: RepositoryPair

    init() throws { fixture = try RepositoryPair() }

    @Test(arguments: Transport.allCases)
    func theReferencesOfTheOtherSideAreListed(_ transport: Transport) throws {
        let tip = try fixture.commits(3, in: fixture.there)
        try fixture.there.setReference("refs/redo/devices/a", to: tip, from: nil)
        try fixture.there.setReference("refs/heads/log", to: tip, from: nil)
        let references = try fixture.remote(try fixture.url(transport)).references(for: .fetch)
        #expect(references.map(\.name) == ["HEAD", "refs/heads/log", "refs/redo/devices/a"])
        #expect(references.allSatisfy { $0.target == tip })
    }

    @Test(arguments: Transport.allCases)
    func whatIsNewIsFetchedAndThenNothing(_ transport: Transport) throws {
        let remote = try fixture.remote(try fixture.url(transport))
        let refspec = "+refs/redo/devices/*:refs/remotes/origin/*"
        // A few objects, then so many that they are a pack.
        var tip: GitObjectID?
        for count in [2, 60] {
            let next = try fixture.commits(count, in: fixture.there, after: tip, text: "\(count)")
            try fixture.there.setReference("refs/redo/devices/a", to: next, from: tip)
            try remote.fetch([refspec])
            #expect(try fixture.here.target(of: "refs/remotes/origin/a") == next)
            tip = next
        }
        try fixture.expectSound(fixture.here)
        let before = try FileManager.default.subpathsOfDirectory(atPath: fixture.here.path)
        try remote.fetch([refspec])
        let after = try FileManager.default.subpathsOfDirectory(atPath: fixture.here.path)
        #expect(Set(before) == Set(after))
    }

    @Test(arguments: Transport.allCases)
    func fetchingWithoutAColonSetsNoReference(_ transport: Transport) throws {
        let tip = try fixture.commits(2, in: fixture.there)
        try fixture.there.setReference("refs/redo/devices/a", to: tip, from: nil)
        try fixture.remote(try fixture.url(transport)).fetch(["refs/redo/devices/a"])
        #expect(fixture.here.contains(tip))
        #expect(try ReferenceList(of: fixture.here).sound.isEmpty)
        // libgit2 makes the file, and writes nothing to it.
        let heads = FileManager.default.contents(atPath: fixture.here.path + "FETCH_HEAD")
        #expect(heads?.isEmpty ?? true)
    }

    @Test(arguments: Transport.allCases.filter { $0 != .daemon })
    func whatIsNewIsPushedAndThenNothing(_ transport: Transport) throws {
        let remote = try fixture.remote(try fixture.url(transport))
        var tip: GitObjectID?
        for count in [2, 60] {
            let next = try fixture.commits(count, in: fixture.here, after: tip, text: "\(count)")
            try fixture.here.setReference("refs/heads/log", to: next, from: tip)
            let verdicts = try remote.push(["refs/heads/log:refs/redo/devices/a"])
            #expect(verdicts.map(\.name) == ["refs/redo/devices/a"])
            #expect(verdicts.allSatisfy { $0.refusal == nil })
            #expect(try fixture.there.target(of: "refs/redo/devices/a") == next)
            tip = next
        }
        try fixture.expectSound(fixture.there)
        #expect(
            try remote.push(["refs/heads/log:refs/redo/devices/a"]).allSatisfy {
                $0.refusal == nil
            })
    }

    @Test(arguments: Transport.allCases.filter { $0 != .daemon })
    func whatIsNoStepForwardIsRefusedUnlessForced(_ transport: Transport) throws {
        let remote = try fixture.remote(try fixture.url(transport))
        let old = try fixture.commits(2, in: fixture.here, text: "old")
        let other = try fixture.commits(2, in: fixture.here, text: "other")
        try fixture.here.setReference("refs/heads/old", to: old, from: nil)
        try fixture.here.setReference("refs/heads/other", to: other, from: nil)
        _ = try remote.push(["refs/heads/old:refs/heads/x"])
        let refused = try remote.push(["refs/heads/other:refs/heads/x"])
        #expect(refused.count == 1 && refused[0].name == "refs/heads/x")
        #expect(refused.first?.refusal != nil)
        #expect(try fixture.there.target(of: "refs/heads/x") == old)
        #expect(try remote.push(["+refs/heads/other:refs/heads/x"]).first?.refusal == nil)
        #expect(try fixture.there.target(of: "refs/heads/x") == other)
        #expect(try remote.push([":refs/heads/x"]).first?.refusal == nil)
        #expect(try fixture.there.target(of: "refs/heads/x") == nil)
    }

    @Test(arguments: Transport.allCases)
    func aRepositoryThatIsNotThereIsNamed(_ transport: Transport) throws {
        let url = try fixture.url(transport).replacing("there.git", with: "nowhere.git")
        let remote = try fixture.remote(url)
        for direction in [GitDirection.fetch, .push] {
            let error = failure { _ = try remote.references(for: direction) }
            // A daemon does not say more than that access is denied.
            let expected: ErrorCode = transport == .daemon ? .unreachable : .notFound
            #expect(error?.code == expected, "\(error?.message ?? "no error")")
        }
    }

    @Test(arguments: [
        "ssh://127.0.0.1:PORT/x", "http://127.0.0.1:PORT/x", "git://127.0.0.1:PORT/x",
    ])
    func aServerThatIsGoneIsUnreachable(_ form: String) throws {
        let port = try DeafPort()
        let url = form.replacing("PORT", with: "\(port.port)")
        let error = failure { _ = try fixture.remote(url).references(for: .fetch) }
        #expect(error?.code == .unreachable, "\(error?.message ?? "no error")")
    }

    @Test func withoutAuthenticationOnlyThisMachineIsReached() throws {
        let port = try fixture.servers.web().port
        let remote = try GitRemote("http://127.0.0.1:\(port)/there.git", in: fixture.here, nil)
        #expect(failure { _ = try remote.references(for: .fetch) }?.code == .unreachable)
        let local = try GitRemote(fixture.path("there.git"), in: fixture.here, nil)
        #expect(try local.references(for: .fetch).isEmpty)
    }

    @Test(arguments: [Transport.path, .ssh, .http])
    func moreThanTheLimitIsNotTaken(_ transport: Transport) throws {
        let tip = try fixture.commits(50, in: fixture.there)
        try fixture.there.setReference("refs/redo/devices/a", to: tip, from: nil)
        let remote = try fixture.remote(try fixture.url(transport))
        remote.limits.objectCount = 149
        let error = failure { try remote.fetch(["refs/redo/devices/a"]) }
        #expect(error?.code == .writeFailed, "\(error?.message ?? "no error")")
        #expect(!fixture.here.contains(tip))
    }

    @Test func progressIsTold() throws {
        let tip = try fixture.commits(50, in: fixture.there)
        try fixture.there.setReference("refs/redo/devices/a", to: tip, from: nil)
        for url in [fixture.path("there.git"), try fixture.url(.http)] {
            let here = try GitRepository(
                making: fixture.path("\(UUID().uuidString)"), branch: "refs/heads/log")
            let remote = try GitRemote(url, in: here, fixture.authentication)
            var last = (0, 0)
            try remote.fetch(["refs/redo/devices/a"]) { last = ($0, $1) }
            #expect(last.0 == 150 && last.1 == 150)
        }
    }
}
