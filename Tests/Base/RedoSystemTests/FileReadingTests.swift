import Glibc
import TestSupport
import Testing

@testable import RedoSystem

@Suite struct FileReadingTests {
    @Test(arguments: [0, 1, 4095, 4096, 4097, 200_000])
    func aWholeFileIsRead(_ count: Int) throws {
        let directory = try TemporaryDirectory()
        try directory.write(String(repeating: "x", count: count), to: "file")
        #expect(try Files.read(directory.path("file")).count == count)
    }

    @Test func aFileAsLongAsTheLimitIsRead() throws {
        let directory = try TemporaryDirectory()
        try directory.write("12345678", to: "file")
        #expect(try Files.read(directory.path("file"), limit: 8) == Array("12345678".utf8))
    }

    @Test func aFileOfOneByteMoreIsRefused() throws {
        let directory = try TemporaryDirectory()
        try directory.write("123456789", to: "file")
        let path = directory.path("file")
        let error = #expect(throws: SystemError.self) { try Files.read(path, limit: 8) }
        #expect(error == SystemError(code: EFBIG, call: "read", path: path))
    }

    @Test func aDeviceWithoutEndIsReadUpToTheLimit() {
        let error = #expect(throws: SystemError.self) {
            try Files.readInput("/dev/zero", limit: 100_000)
        }
        #expect(error?.code == EFBIG)
    }

    @Test func aFileThatSaysItIsEmptyIsReadToItsEnd() throws {
        // The kernel gives its own files the size 0.
        #expect(try Files.read("/proc/self/stat").isEmpty == false)
    }

    @Test func aDirectoryIsNotRead() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path
        let error = #expect(throws: SystemError.self) { try Files.read(path) }
        #expect(error == SystemError(code: EISDIR, call: "read", path: path))
    }

    @Test func aMissingFileIsNotFound() throws {
        let directory = try TemporaryDirectory()
        let error = #expect(throws: SystemError.self) { try Files.read(directory.path("none")) }
        #expect(error?.isNotFound == true)
    }
}
