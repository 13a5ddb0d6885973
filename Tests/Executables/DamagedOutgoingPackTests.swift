import Foundation
import TestSupport
import Testing

/// A pack of this store that was damaged on its disk is not sent as a good one.
@Suite struct DamagedOutgoingPackTests {
    /// In a frame, in the trailer, and in the header: places from the beginning, or from the end.
    @Test(arguments: [200, 2000, -2000, -20, 3], [true, false])
    func aFlippedBitIsNotSent(_ place: Int, _ isDirectory: Bool) throws {
        let fixture = try GitFixture()
        let stick = fixture.place.path("stick")
        try FileManager.default.createDirectory(atPath: stick, withIntermediateDirectories: true)
        func device(_ name: String) throws -> TaskStore {
            isDirectory
                ? try fixture.device(name, url: "folder:\(stick)") : try fixture.device(name)
        }
        let phone = try device("phone")
        try phone.add("Before", "--draft")
        try phone.expect(["push"])
        try fixture.write(1...200, on: phone)
        try phone.expect(["gc", "--all"])
        let pack = try phone.runner.onlyPack().pack
        let good = try phone.runner.contents(ofFile: pack)
        var bytes = good
        bytes[place < 0 ? bytes.count + place : place] ^= 4
        try phone.runner.replace(pack, with: bytes)
        let refused = try phone.run("push")
        // What is in frames can be told from what is whole.
        #expect(refused.status == (abs(place) < 100 ? 128 : 3), "\(refused)")
        #expect(refused.codedError.contains("error: STORAGE_004: "), "\(refused)")
        #expect(["", "nothing was pushed\n"].contains(refused.text), "\(refused)")
        // What lies there is good, all of it.
        let reader = try device("reader")
        let fetched = try reader.run("fetch")
        #expect(fetched.status == 0 && fetched.error.isEmpty, "\(fetched)")
        let verified = try reader.run("remote", ["verify"])
        #expect(verified.status == 0, "\(verified)")
        #expect(try reader.ids().count >= 1)
        // With the pack whole again the rest goes.
        try phone.runner.replace(pack, with: good)
        try phone.expect(["push"])
        try reader.expect(["fetch"])
        #expect(try reader.ids() == phone.ids())
    }
}
