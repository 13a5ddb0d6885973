import Testing

@testable import RedoSystem

/// Loading C libraries when they are first needed.
@Suite struct SharedLibraryTests {
    private static let libc = LibraryFile(
        "libc", names: ["libc.so.6"], packages: ["libc6"], version: .none)
    private static let nowhere = LibraryFile(
        "nowhere", names: ["libnowhere.so.9"], packages: ["libnowhere9"], version: .none)

    private func error(_ body: () throws(RedoError) -> Void) -> RedoError? {
        do throws(RedoError) {
            try body()
            return nil
        } catch {
            return error
        }
    }

    @Test func aMissingLibraryIsAnErrorThatNamesThePackage() {
        let error = error { () throws(RedoError) in
            var addresses: [UnsafeMutableRawPointer?] = [nil]
            try SharedLibrary.load(Self.nowhere, &addresses, "strlen\0")
        }
        #expect(error?.code == .notFound)
        #expect(error?.message == "libnowhere.so.9 cannot be loaded")
        #expect(error?.hints == ["install the package libnowhere9"])
    }

    @Test func theFirstNameThatIsThereIsLoaded() throws {
        let file = LibraryFile(
            "libc", names: ["libc.so.9", "libc.so.6", "libm.so.6"], packages: ["libc9", "libc6"],
            version: .text("gnu_get_libc_version"))
        #expect(file.installed()?.name == "libc.so.6")
        #expect(file.installed()?.version.hasPrefix("2.") == true)
        var addresses: [UnsafeMutableRawPointer?] = [nil]
        #expect(throws: RedoError.self) {
            try SharedLibrary.load(file, &addresses, "no_such_function\0")
        }
    }

    @Test func allPackagesThatMayHaveItAreNamed() {
        let file = LibraryFile(
            "nowhere", names: ["libnowhere.so.9", "libnowhere.so.8"],
            packages: ["libnowhere9", "libnowhere8"], version: .none)
        let error = error { () throws(RedoError) in
            var addresses: [UnsafeMutableRawPointer?] = [nil]
            try SharedLibrary.load(file, &addresses, "strlen\0")
        }
        #expect(error?.message == "libnowhere.so.9 or libnowhere.so.8 cannot be loaded")
        #expect(
            error?.hints == [
                "install the package libnowhere9 or libnowhere8, the one that this system has"
            ])
        #expect(file.installed() == nil)
    }

    @Test func addressesAreFilledInByName() throws {
        var addresses: [UnsafeMutableRawPointer?] = [nil, nil, nil]
        try SharedLibrary.load(Self.libc, &addresses, "strlen\0memcpy\0")
        #expect(addresses[0] != nil && addresses[1] != nil && addresses[2] == nil)
        #expect(addresses[0] != addresses[1])
    }

    @Test func aMissingFunctionIsAnErrorThatNamesIt() {
        let error = error { () throws(RedoError) in
            var addresses: [UnsafeMutableRawPointer?] = [nil, nil]
            try SharedLibrary.load(Self.libc, &addresses, "strlen\0no_such_function\0")
        }
        #expect(error?.message == "no_such_function of libc.so.6 cannot be loaded")
    }
}
