import TestSupport
import Testing

/// A server with many references of which it cannot send what they reach.
@Suite struct BrokenReferencesTests {
    private let fixture: GitFixture
    private let phone: TaskStore
    private let laptop: TaskStore

    init() throws {
        fixture = try GitFixture()
        let url = "ssh://here\(fixture.url)"
        // In the place of ssh: the other side is here, and each connection leaves a line.
        let wrapper = """
            #!/bin/sh
            echo connected >>"\(fixture.place.path("connections"))"
            for word do :; done
            eval "exec $word"

            """
        let script = try fixture.place.writeProgram(wrapper, to: "ssh")
        phone = try fixture.device("phone", url: url, ["GIT_SSH_COMMAND": script])
        laptop = try fixture.device("laptop", url: url, ["GIT_SSH_COMMAND": script])
        try phone.add("Water the plants")
        try phone.expect(["push"])
    }

    /// References that lead to commits without trees.
    private func breakReferences(_ count: Int) throws {
        let made = try fixture.place.shell(
            """
            cd remote.git
            for number in $(seq \(count)); do
                printf 'tree 1234567890123456789012345678901234567890\\nauthor E <e> %s +0000\\n' $number
                printf 'committer E <e> %s +0000\\n\\n%s\\n' $number $number
            done | split -l 5 --filter='git hash-object -t commit -w --stdin --literally' \\
                | awk '{ print "create refs/redo/devices/broken" NR " " $1 }' | git update-ref --stdin
            """)
        try #require(made.status == 0, "\(made)")
    }

    private func connections() throws -> Int {
        try fixture.place.shell("wc -l <connections; : >connections").lines.first
            .flatMap { Int($0) } ?? 0
    }

    @Test func oneOfAFewDoesNotKeepTheOthersOut() throws {
        try breakReferences(2)
        let fetched = try laptop.run("fetch")
        #expect(fetched.status == 1, "\(fetched)")
        #expect(fetched.error.contains("refs/redo/devices/broken1"))
        #expect(fetched.error.contains("refs/redo/devices/broken2"))
        #expect(try laptop.ids() == phone.ids())
    }

    /// There are as many connections as groups of references, and a few more.
    @Test func manyTakeFewConnections() throws {
        try breakReferences(300)
        _ = try connections()
        let fetched = try laptop.run("fetch")
        let count = try connections()
        // For all at once, 5 groups and 64 halves of them; the first has the list, too.
        #expect((7...70).contains(count), "\(count)")
        #expect(fetched.status == 128 || fetched.status == 1, "\(fetched)")
        #expect(fetched.error.split(separator: "\n").count < 110)
    }
}
