import RedoJSON
import TestSupport
import Testing

/// The scenarios that are the same with every kind of remote, over a git repository of packs.
@Suite struct PackScenarioTests {
    /// Devices that meet at a repository of packs.
    private struct Fixture: SyncFixture {
        let git: GitFixture

        func device(_ name: String) throws -> TaskStore { try git.packDevice(name) }

        func nodeIDs() throws -> Set<String> {
            let shown = try git.place.shell(
                """
                cd remote.git
                for slot in $(git for-each-ref --format='%(refname)' refs/redo/slots); do
                    git ls-tree --object-only "$slot":data
                done | sort -u | while read -r piece; do git cat-file blob "$piece" | zstdcat; done
                """)
            return Set(
                try shown.lines.compactMap {
                    try JSONDocument(Array($0.utf8)).root.value["id"]?.text
                })
        }
    }

    @Test(arguments: SyncScenarios.all)
    func theScenarioOfEveryRemote(_ scenario: SyncScenarios.Scenario) throws {
        try scenario.run(SyncScenarios(Fixture(git: GitFixture())))()
    }
}
