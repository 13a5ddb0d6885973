import Foundation
import TestSupport
import Testing

/// What commands do to a file that a person names, and to one that is a link.
@Suite struct ReplacedFileTests {
    private let runner: CommandRunner

    init() throws { runner = try CommandRunner.withStore() }

    private func kind(_ path: String) throws -> FileAttributeType? {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return attributes[.type] as? FileAttributeType
    }

    @Test func anExportIsWrittenToADevice() throws {
        _ = try runner.run("redo-add", ["Bread"])
        let outcome = try runner.run("redo-export", ["-o", "/dev/null"])
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        #expect(try kind("/dev/null") == .typeCharacterSpecial)
        let full = try runner.run("redo-export", ["-o", "/dev/full"])
        #expect(full.status == 128 && full.codedError.hasPrefix("error: STORAGE_002: "), "\(full)")
        let text = try runner.run("redo-export").text
        #expect(try runner.run("redo-export", ["-o", "/dev/stdout"]).text == text)
        #expect(try runner.shell("redo-export -o /dev/stdout | cat").text == text)
        _ = try runner.shell("redo-export -o /dev/stdout > file")
        #expect(try String(decoding: runner.contents(ofFile: "file"), as: UTF8.self) == text)
    }

    @Test func anExportFollowsALinkAndAFIFOIsWrittenTo() throws {
        _ = try runner.run("redo-add", ["Bread"])
        let text = try runner.run("redo-export").text
        let outcome = try runner.shell(
            "mkdir backup; ln -s backup/log latest; redo-export -o latest && test -L latest "
                + "&& cat backup/log")
        #expect(outcome.status == 0 && outcome.text == text, "\(outcome)")
        #expect(try runner.contents(of: "backup").keys.sorted() == ["log"])
        let piped = try runner.shell(
            "mkfifo pipe; redo-export -o pipe & cat pipe; wait; test -p pipe")
        #expect(piped.status == 0 && piped.text == text, "\(piped)")
    }

    @Test func aConfigurationInAFolderOfDotfilesStaysThere() throws {
        let outcome = try runner.shell(
            """
            mkdir dotfiles; mv home/.config/redo/config dotfiles/redo; chmod 640 dotfiles/redo
            ln -s "$PWD/dotfiles/redo" home/.config/redo/config
            redo-config --global user.name Ana && test -L home/.config/redo/config
            """)
        #expect(outcome.status == 0, "\(outcome)")
        let text = String(decoding: try runner.contents(ofFile: "dotfiles/redo"), as: UTF8.self)
        #expect(text.contains("name = Ana"))
        #expect(try runner.run("redo-config", ["user.name"]).text == "Ana\n")
        #expect(try runner.shell("stat -c %a dotfiles/redo").text == "640\n")
        #expect(try runner.contents(of: "dotfiles").keys.sorted() == ["redo"])
        let own = try runner.shell(
            "mv .redo/config dotfiles/store; ln -s ../dotfiles/store .redo/config; "
                + "redo-config redo.device lap && test -L .redo/config && cat dotfiles/store")
        #expect(own.status == 0 && own.text.contains("device = lap"), "\(own)")
    }

    @Test func aKeyThatIsALinkIsSealedWhereItIs() throws {
        let outcome = try runner.shell(
            """
            key=$(ls home/.config/redo/keys/*.key); mkdir -m 700 vault; mv "$key" vault/key
            ln -s "$PWD/vault/key" "$key"; printf 'secret\\n' > word
            REDO_PASSPHRASE_FD=3 redo-key lock 3< word && test -L "$key" && cat vault/key
            """)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.text.contains("\nsealed "), "\(outcome)")
        #expect(try runner.shell("stat -c %a vault/key").text == "600\n")
    }

    /// The store's own files do not lead out of it.
    @Test func theListOfLostNodesFollowsNoLink() throws {
        let runner = try CommandRunner.withEmptyStore()
        try runner.storePacked()
        try runner.write("precious".utf8, to: "elsewhere")
        _ = try runner.shell(
            "ln -s ../elsewhere .redo/lost; rm -f \(runner.onlyPack().pack); redo-fsck --repair")
        #expect(try runner.contents(ofFile: "elsewhere") == Array("precious".utf8))
        #expect(try kind(runner.path(".redo/lost")) == .typeRegular)
    }
}
