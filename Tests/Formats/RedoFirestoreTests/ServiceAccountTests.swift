import Foundation
import RedoJSON
import RedoReplica
import TestSupport
import Testing

@testable import RedoFirestore

/// Key files of service accounts. OpenSSL's program makes the keys, and checks what is signed with them.
@Suite struct ServiceAccountTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Runs a shell command in the folder.
    private func shell(_ line: String) throws -> (status: Int32, text: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "cd '\(directory.path)' && \(line)"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }

    /// Writes a key file.
    private func write(
        key: String, url: String = "https://example.org/token", type: String = "service_account",
        mode: Int = 0o600
    ) throws -> String {
        let path = directory.path + "/key.json"
        let json: JSONValue = [
            "type": .string(JSONString(type)), "client_email": "a@b.example",
            "private_key_id": "k1", "private_key": .string(JSONString(key)),
            "token_uri": .string(JSONString(url)),
        ]
        try Data(CanonicalJSON.bytes(json)).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        return path
    }

    private func key(_ command: String = "genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048")
        throws -> String
    {
        try shell("openssl \(command) 2>/dev/null").text
    }

    @Test func theRequestIsSigned() throws {
        let pem = try key()
        let path = try write(key: pem)
        let text = try ServiceAccount(reading: path).assertion(now: 1_700_000_000)
        let parts = text.split(separator: ".").map(String.init)
        #expect(parts.count == 3)
        func decoded(_ part: String) -> Data {
            let plain = part.replacing("-", with: "+").replacing("_", with: "/")
            return Data(
                base64Encoded: plain + String(repeating: "=", count: (4 - plain.count % 4) % 4))
                ?? Data()
        }
        #expect(
            String(decoding: decoded(parts[0]), as: UTF8.self)
                == #"{"alg":"RS256","kid":"k1","typ":"JWT"}"#)
        #expect(
            String(decoding: decoded(parts[1]), as: UTF8.self)
                == #"{"aud":"https://example.org/token","exp":1700003600,"iat":1700000000,"#
                + #""iss":"a@b.example","scope":"https://www.googleapis.com/auth/datastore"}"#)
        try Data("\(parts[0]).\(parts[1])".utf8).write(to: URL(filePath: directory.path + "/text"))
        try decoded(parts[2]).write(to: URL(filePath: directory.path + "/signature"))
        try Data(pem.utf8).write(to: URL(filePath: directory.path + "/pem"))
        let verify = "openssl dgst -sha256 -prverify pem -signature signature text"
        #expect(try shell(verify).status == 0)
        #expect(try shell("echo >> text; \(verify)").status != 0)
    }

    @Test(arguments: [
        "genpkey -algorithm ED25519", "genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256",
        "genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -aes256 -pass pass:x", "version",
    ])
    func anotherKeyCannotSign(_ command: String) throws {
        let account = try ServiceAccount(reading: write(key: key(command)))
        let error = #expect(throws: FirestoreError.self) { try account.assertion(now: 0) }
        #expect(error?.kind == .noToken)
    }

    @Test func aFileThatOthersCanReadIsRefused() throws {
        let path = try write(key: key(), mode: 0o640)
        let error = #expect(throws: FirestoreError.self) { try ServiceAccount(reading: path) }
        #expect(error?.hints == ["chmod 600 \(path)"])
    }

    @Test func whatIsNoKeyFileIsRefused() throws {
        for path in [
            try write(key: "", url: "http://example.org/token"), directory.path + "/none",
            try write(key: "", type: "authorized_user"),
        ] {
            #expect(throws: FirestoreError.self) { try ServiceAccount(reading: path) }
        }
    }
}
