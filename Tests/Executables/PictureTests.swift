import Foundation
import TestSupport
import Testing

/// The pictures of a terminal in README.md.
@Suite struct PictureTests {
    @Test func picturesAreThoseOfWhatWasRecorded() throws {
        let runner = try CommandRunner()
        let script = Fixtures.package.appending(path: "scripts/make-pictures.py").path
        #expect(try runner.shell("python3 -B '\(script)' pictures").status == 0)
        let directory = URL(filePath: runner.path("pictures"))
        let names = try Fixtures.names(in: directory)
        #expect(names.count == 4)
        let readme = try String(
            contentsOf: Fixtures.package.appending(path: "README.md"), encoding: .utf8)
        for name in names {
            let committed = Fixtures.package.appending(path: "docs/images/\(name)")
            #expect(
                try Data(contentsOf: directory.appending(path: name))
                    == Data(contentsOf: committed),
                "\(name): scripts/make-pictures.py makes it")
            #expect(readme.contains("docs/images/\(name)"))
        }
    }
}
