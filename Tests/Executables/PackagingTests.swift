import Foundation
import TestSupport
import Testing

/// The three ways of README.md to install redo, each with the lines that stand there.
@Suite struct PackagingTests {
    private let runner: CommandRunner

    init() throws {
        var runner = try CommandRunner()
        runner.environment["REDO_WHEEL_LEVEL"] = "1"
        self.runner = runner
        // A build whose program is small: its debug information is left out.
        let program = CommandRunner.executable("redo").path
        let made = try runner.shell("mkdir build && strip -o build/redo '\(program)'")
        try #require(made.status == 0, "\(made)")
    }

    private func script(_ name: String) -> String {
        Fixtures.package.appending(path: "scripts/\(name)").path
    }

    /// The lines of a block of README.md, behind the comment `<!-- install: NAME -->`.
    private func lines(_ name: String) throws -> String {
        let page = try String(
            contentsOf: Fixtures.package.appending(path: "README.md"), encoding: .utf8)
        let rest = try #require(
            page.components(separatedBy: "<!-- install: \(name) -->\n```\n").dropFirst().first)
        return try #require(rest.components(separatedBy: "\n```").first)
    }

    @Test func aWheelIsInstalledIntoAVirtualEnvironment() throws {
        let made = try runner.run(script("make-wheel.py"), ["build", "."])
        try #require(made.status == 0, "\(made)")
        let outcome = try runner.shell(
            """
            export PIP_NO_INDEX=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_QUIET=1
            \(lines("wheel"))
            PATH="$HOME/redo/bin:$PATH"
            redo --exec-path | sed "s|$HOME|~|"
            redo add Milk >/dev/null 2>&1; redo-log --format=%s | tail -n 1
            "$(redo --exec-path)/redo-list" --columns title | tail -n 1
            ln -s ~/redo/bin/redo-log .; ./redo-log --format=%s | tail -n 1
            printf 'open 1\\n/' | "$(redo --exec-path)/redo-store-folder"
            man -M ~/redo/share/man -w redo-add | sed "s|$HOME|~|"
            ls ~/redo/share/bash-completion/completions ~/redo/share/zsh/site-functions
            """)
        #expect(
            outcome.text
                == """
                redo 0.1.0
                ~/redo/libexec/redo
                CREATE: Milk
                Milk
                CREATE: Milk
                redo-store 1
                ok
                ~/redo/share/man/man1/redo-add.1
                \(runner.path("home/redo/share/bash-completion/completions")):
                redo

                \(runner.path("home/redo/share/zsh/site-functions")):
                _redo

                """, "\(outcome)")
        // The same program gives the same bytes.
        let again = try runner.run(script("make-wheel.py"), ["build", "again"])
        #expect(again.status == 0)
        #expect(try runner.shell("cmp *.whl again/*.whl").status == 0)
    }

    /// The tag is what readelf shows, and a program that needs more than a tag promises is refused.
    @Test func theTagOfAWheelIsProved() throws {
        let made = try runner.run(script("make-wheel.py"), ["build", "."])
        let name = try #require(made.text.firstMatch(of: /manylinux_2_(\d+)_/)?.output.1)
        let needed = try runner.shell(
            "readelf -W -V build/redo | grep -o 'GLIBC_2[.][0-9]*' | sed 's/.*[.]//' | sort -n | tail -n 1"
        )
        #expect(Int(name) == max(17, Int(needed.lines[0]) ?? 0), "\(made) \(needed)")
        let other = try runner.shell(
            "mkdir other && cp /usr/bin/curl other/redo && \(script("make-wheel.py")) other .")
        #expect(other.status == 1 && other.error.contains("the program links "), "\(other)")
    }

    @Test func anArchiveRunsAnywhereAndInstallsItself() throws {
        let made = try runner.shell(
            """
            ssh-keygen -q -t ed25519 -N '' -f key && SIGNING_KEY=$PWD/key '\(script("make-dist"))' build . >/dev/null
            (printf 'redo-release namespaces="file" '; cat key.pub) >signers
            ssh-keygen -Y verify -q -f signers -I redo-release -n file -s SHA256SUMS.sig <SHA256SUMS
            sha256sum --check --quiet SHA256SUMS
            """,
            extra: [
                "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory",
                "GIT_CONFIG_VALUE_0": "*",
            ])
        try #require(made.status == 0 && made.text.isEmpty, "\(made)")
        let outcome = try runner.shell(
            """
            \(lines("archive"))
            PATH="$HOME/.local/bin:$PATH"; command -v redo | sed "s|$HOME|~|"
            grep -c "$HOME/.local/bin/redo" ~/.local/lib/systemd/user/redo-sync.service
            cd redo-0.1.0-linux-*; bin/redo --exec-path | sed "s|$PWD|.|"
            ./install.sh --signers ../signers "${PWD%/*}/second"
            """)
        #expect(
            outcome.lines == [
                "redo 0.1.0", "installed \(runner.path("home/.local/bin/redo"))",
                "~/.local/bin/redo", "1",
                "./libexec/redo", "installed \(runner.path("second/bin/redo"))",
            ], "\(outcome)")
        // Another key, a changed file, a further one.
        let refused = try runner.shell(
            """
            ssh-keygen -q -t ed25519 -N '' -f other; (printf 'redo-release '; cat other.pub) >others
            cd redo-0.1.0-linux-*
            ./install.sh --signers ../others ../third; echo $?
            echo x >>source/scripts/install; ./install.sh ../third; echo $?
            cp -p ../build/redo strange; ./install.sh ../third; echo $?
            test -e ../third; echo $?
            """)
        #expect(
            refused.lines.filter { !$0.contains("FAILED") } == ["1", "1", "1", "1"], "\(refused)")
    }

    /// `make install`, with a build that is there.
    @Test func sourcesAreInstalled() throws {
        let line = try lines("sources")
        let words = line.replacing(
            "make ", with: "make -s -C '\(Fixtures.package.path)' -o build BUILD=\"$OLDPWD\" ")
        #expect(words != line)
        let outcome = try runner.shell(
            "cd build && cd .. && OLDPWD=$PWD/build && \(words)\n~/.local/bin/redo --version",
            extra: ["REDO_WALL": ""])
        #expect(
            outcome.lines == ["installed \(runner.path("home/.local/bin/redo"))", "redo 0.1.0"],
            "\(outcome)")
    }
}
