import Glibc
import Testing

@testable import RedoSystem

@Suite struct SystemErrorTests {
    @Test(arguments: [
        (ENOENT, "No such file or directory"), (EACCES, "Permission denied"),
        (EISDIR, "Is a directory"), (ENOSPC, "No space left on device"),
    ])
    func theReasonIsInTheSystemsWords(_ code: Int32, _ reason: String) {
        #expect(SystemError(code: code, call: "open", path: "").reason == reason)
    }

    @Test func theDescriptionNamesTheFile() {
        let error = SystemError(code: ENOENT, call: "open", path: "/a b")
        #expect(error.description == "No such file or directory: /a b")
    }

    @Test func theDescriptionIsTheReasonAloneWithoutAFile() {
        #expect(SystemError(code: EPIPE, call: "write", path: "").description == "Broken pipe")
    }

    @Test func kindsAreToldByTheCode() {
        func error(_ code: Int32) -> SystemError { SystemError(code: code, call: "", path: "") }
        #expect([ENOENT, ENOTDIR, EEXIST].map { error($0).isNotFound } == [true, true, false])
        #expect([EEXIST, ENOENT].map { error($0).isAlreadyThere } == [true, false])
        #expect([EPIPE, ENOSPC].map { error($0).isBrokenPipe } == [true, false])
        #expect([ENOSPC, EDQUOT, EPIPE].map { error($0).isOutOfSpace } == [true, true, false])
    }

    @Test func anInterruptedCallIsRepeated() throws {
        var calls = 0
        let result: Int = try retrying("read") {
            calls += 1
            if calls < 3 {
                errno = EINTR
                return -1
            }
            return 7
        }
        #expect(result == 7)
        #expect(calls == 3)
    }

    @Test func anotherFailureIsNotRepeated() {
        var calls = 0
        let error = #expect(throws: SystemError.self) {
            try retrying("read", "a") { () -> Int in
                calls += 1
                errno = EIO
                return calls < 5 ? -1 : 0
            }
        }
        #expect(error == SystemError(code: EIO, call: "read", path: "a"))
        #expect(calls == 1)
    }
}
