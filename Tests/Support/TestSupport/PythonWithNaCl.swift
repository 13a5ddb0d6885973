import Foundation

/// A Python that can verify signatures: the witness's, or the system's with python3-nacl.
public enum PythonWithNaCl {
    public static let path: String? = {
        let venv = Fixtures.package.appending(path: ".build/witness-venv/bin/python").path
        return [venv, "/usr/bin/python3"].first { python in
            guard FileManager.default.isExecutableFile(atPath: python),
                let runner = try? CommandRunner(),
                let outcome = try? runner.run(python, ["-c", "import nacl.bindings, nacl.signing"])
            else { return false }
            return outcome.status == 0
        }
    }()
}
