import TestSupport
import Testing

/// Who may claim a task, and release what another holds.
extension ClaimTests {
    /// A reader's claim would have no effect: it is not sent, and one that is sent all the same holds nothing.
    @Test func whoMayNotWriteDoesNotClaim() throws {
        try share(["--with", try user(laptop), "--as", "read"])
        try phone.expect(["sync"])
        try laptop.expect(["fetch"])
        let claimed = try laptop.run("claim", [task])
        #expect(
            claimed.status == 1 && claimed.codedError.hasPrefix("error: E_PERMISSION_DENIED: "),
            "\(claimed)")
        #expect(try fixture.git("for-each-ref", "refs/redo/claims").isEmpty)
        try plant(["claim": line(Self.end)])
        #expect(try phone.run("claim", [task]).status == 0)
    }

    /// Whoever was given the task since is fetched before a claim is passed over.
    @Test func aGrantIsFetchedFirst() throws {
        try share(["--close"])
        try phone.expect(["sync"])
        let tablet = try fixture.device("tablet")
        try tablet.expect(["config", "sync.claims", "origin"])
        try tablet.expect(["fetch"])
        try share(["--with", try user(laptop), "--as", "write"])
        try phone.expect(["sync"])
        try laptop.expect(["fetch"])
        try laptop.expect(["claim", task])
        try refused(tablet, ["claim", task], "has claimed")
    }

    /// The task is its owner's: a claim by a stranger does not keep the owner from it for days.
    @Test func theOwnerReleasesWhatAnotherHolds() throws {
        try laptop.expect(["claim", task, "--for", "7d"])
        try refused(phone, ["claim", task], "has claimed")
        try refused(phone, ["release", task], "is not this store's")
        let released = try phone.expect(["release", "--force", task]).text
        #expect(released == "released Paint the fence\n")
        try phone.expect(["claim", task])
        try refused(laptop, ["release", "--force", task], "is not this store's")
    }

    /// A device that was revoked holds nothing.
    @Test func aRevokedDeviceHoldsNothing() throws {
        try phone.expect(["person", "create", "Ana", "--yes"])
        let show = try laptop.expect(["key", "show"]).lines
        let key = try #require(show.first { $0.hasPrefix("publicKey ") }).dropFirst(10)
        let added = try phone.run("device", ["add", "\(key)", "--yes"])
        try #require(added.status == 0, "\(added)")
        try phone.expect(["sync"])
        try laptop.expect(["fetch"])
        try laptop.expect(["device", "accept", "--yes"])
        try laptop.expect(["sync"])
        try laptop.expect(["claim", task, "--for", "7d"])
        try laptop.expect(["sync"])
        try phone.expect(["fetch"])
        try refused(phone, ["claim", task], "has claimed")
        let revoked = try phone.run("device", ["revoke", "\(key.prefix(8))", "--yes"])
        try #require(revoked.status == 0, "\(revoked)")
        try phone.expect(["claim", task])
    }

    /// Shares the task, which notes who can read it.
    private func share(_ options: [String]) throws {
        let shared = try phone.run("share", options + [task])
        try #require(shared.status == 0, "\(shared)")
    }

    private func user(_ device: TaskStore) throws -> String {
        let show = try device.expect(["key", "show"]).lines
        return try #require(show.first { $0.hasPrefix("publicKey ") })
            .dropFirst("publicKey ".count).description
    }
}
