import RedoCrypto
import RedoSystem

/// Keys in files that the program `age` seals to an identity of the user: `<userId>.age` beside the key files.
package struct AgeHelper: KeyHelper {
    package static let name = "age"

    package var name: String { Self.name }
    /// The directory of the keys.
    private let directory: String
    /// The file with the identity, which `key.ageIdentity` names.
    private let identity: String?
    /// The timeout of the program in seconds.
    private let seconds: Int

    /// The maximum size of a sealed file in bytes. It has about 300 bytes, or more for several recipients.
    private static let maximumByteCount = 1 << 16

    package init(directory: String, identity: String?, seconds: Int) {
        self.directory = directory
        self.identity = identity
        self.seconds = seconds
    }

    package func verbs() throws(RedoError) -> Set<KeyVerb> {
        [.list, .public, .sign, .unseal, .store, .delete]
    }

    private func path(of key: PublicKey) -> String {
        Path.join(directory, "\(key.hexadecimal.prefix(32)).age")
    }

    /// Returns no keys: the key files that name this helper have the public keys.
    package func list() throws(RedoError) -> [PublicKey] { [] }

    package func find(_ key: PublicKey) throws(RedoError) -> BoxPublicKey? {
        _ = try sealedFile(key)
        _ = try configuredIdentity()
        return nil
    }

    package func sign(_ message: [UInt8], with key: PublicKey) throws(RedoError) -> Signature {
        let held = try opened(key)
        return held.sign(message.span)
    }

    package func key(_ key: PublicKey) throws(RedoError) -> SigningKey? { try opened(key) }

    package func store(_ key: borrowing SigningKey) throws(RedoError) {
        var input: [UInt8] = []
        key.appendSeed(to: &input)
        let sealed = try run(["--encrypt", "--identity", try configuredIdentity()], &input)
        let path = path(of: key.publicKey)
        do throws(SystemError) {
            try Files.makeDirectories(directory, mode: 0o700)
            try Files.replace(path, with: sealed.span, mode: 0o600)
        } catch {
            throw .key(.cannotWrite(path: path, error))
        }
    }

    package func delete(_ key: PublicKey) throws(RedoError) {
        let path = path(of: key)
        do throws(SystemError) {
            try Files.remove(path)
            try Files.synchronizeDirectory(directory)
        } catch {
            throw .key(.cannotWrite(path: path, error))
        }
    }

    private func opened(_ key: PublicKey) throws(RedoError) -> SigningKey {
        var sealed = try sealedFile(key)
        var bytes = try run(["--decrypt", "--identity", try configuredIdentity()], &sealed)
        guard bytes.count == SigningKey.seedByteCount else {
            wipe(&bytes)
            throw refused("\(path(of: key)) contains no key")
        }
        let opened = SigningKey(seed: SecretMemory(taking: &bytes))
        guard opened.publicKey == key else {
            throw refused("\(path(of: key)) holds another key, \(opened.publicKey.hexadecimal)")
        }
        return opened
    }

    private func sealedFile(_ key: PublicKey) throws(RedoError) -> [UInt8] {
        let path = path(of: key)
        do throws(SystemError) {
            return try Files.read(path, limit: Self.maximumByteCount)
        } catch {
            throw .helper(
                name, error.isNotFound ? .absent : .failed,
                error.isNotFound ? "there is no file \(path)" : "\(path): \(error.reason)")
        }
    }

    private func configuredIdentity() throws(RedoError) -> String {
        let remedy = "'redo config --global key.ageIdentity FILE' names the file with your identity"
        guard let identity else {
            throw .helper(
                name, .failed, "key.ageIdentity names no identity", remedies: [remedy])
        }
        guard Files.isReadable(identity) else {
            throw .helper(
                name, .failed,
                "the identity \(identity), which key.ageIdentity names, cannot be read",
                remedies: [remedy])
        }
        return identity
    }

    private func refused(_ reason: String) -> RedoError {
        .helper(
            name, .refused, reason,
            remedies: ["'redo config --global key.ageIdentity FILE' names another identity"])
    }

    /// Runs `age` with some input. The program itself prompts for the passphrase of an identity on the terminal.
    ///
    /// - Parameter input: is wiped before the function returns.
    /// - Returns: what it printed.
    private func run(_ arguments: [String], _ input: inout [UInt8]) throws(RedoError) -> [UInt8] {
        defer { wipe(&input) }
        var output: [UInt8] = []
        // The array is not moved while it grows, so no copy of a seed stays in memory.
        output.reserveCapacity(Self.maximumByteCount)
        do throws(SystemError) {
            let child = try ChildProcess(
                "age", arguments: arguments, errors: .inherited, isGroupLeader: false)
            let deadline = Deadline(after: seconds)
            do throws(ChildProcess.Interruption) {
                try child.write(input.span, until: deadline)
                child.endInput()
                while output.count < Self.maximumByteCount {
                    if try child.read(atMost: 4096, into: &output, until: deadline) == 0 { break }
                }
            } catch {
                child.end()
                wipe(&output)
                throw SystemError(code: 110, call: "age", path: "", words: "it does not answer")
            }
            let status = child.finish(until: deadline)
            guard status == 0 else {
                wipe(&output)
                throw SystemError(
                    code: status, call: "age", path: "", words: "it ended with status \(status)")
            }
        } catch {
            if error.isNotFound {
                throw .helper(
                    name, .failed, "the program age is not installed",
                    remedies: ["'apt-get install age' installs the package age"])
            }
            throw refused("the program age: \(error.reason)")
        }
        return output
    }
}
