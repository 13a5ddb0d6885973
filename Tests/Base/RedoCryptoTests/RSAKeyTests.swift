import Foundation
import Testing

@testable import RedoCrypto

/// Signatures of service accounts. The key, the message and its signature are those of RFC 7515, appendix A.2.
@Suite struct RSAKeyTests {
    private static let message = """
        eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFt\
        cGxlLmNvbS9pc19yb290Ijp0cnVlfQ
        """
    private static let messageSignature = """
        cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W\
        2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkS\
        jtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnv\
        Wh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw
        """

    /// The key in PKCS #1 (RFC 8017, appendix A.1.2).
    private static let pkcs1 = decoded(
        """
        MIIEowIBAAKCAQEAofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd/wWJcyQoTbji9k0l8W26mPddxHmfHQp+Vaw+4qP
        CJrcS2mJPMEzP1Pt0Bm4d4QlL+yRT+SFd2lZS+pCgNMsD1W/YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb/7OMg0
        LOL+bSf63kpaSHSXndS5z5rexMdbBYUsLA9e+KXBdQOS+UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qC
        o5ZwKh9kG4LT6/I5IhlJH7aGhyxXFvUK+DWNmoudF8NAco9/h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRW
        yuXpoQIDAQABAoIBABKucaRpzQorw35SbEUAVx8dYXUdZOlJcHtiWQ+dC6V8ljxAHj/PLyzTveyI5QO/xkObCyjI
        L303l2cfUhPu2MFaJdjVzqACXuOrLot/eSFvxjvqVidTtAZExqFRJ9mylUVAoLvhowVWmC1On95fZCXxTUtxNEG1
        Xcc7m0rtzJKs45J+N/V9DP1edYH6USyPSWGp6wuA+KgHRnKKVf9GRx80JQY7nVNkL17eHoTWEwga+lwi0FEoW9Y7
        lDtWXYmKBWhUE+U8PGxlJf8f40493HDw1WRQ/aSLoS4QTp3rn7gYgeHEvfJdkkf0UMhlknlo53M09EFPdadQ4TlU
        bjqKc50CgYEA4BzEEOtIpmVdVEZNCqS7baC4crd0pqnRH/5IB3jw3bcxGn6QLvnEtfdUdiYrqBdss1l58BQ3Khoo
        KeQTa9AB0Hw/Py5PJdTJNPY8cQn7ouZ2KKDcmnPGBY5t7yLc1QlQ5xHdwW1VhvKn+nXqhJTBgIPgtldC+KDV5z+y
        2XDwGUcCgYEAuQPEfgmVtjL0Uyyx88GZFF1fOunH3+7cepKmtH4pxhtCoHqpWmT8YAmZxaewHgHAjLYsp1ZSe7zF
        YHj7C6ul7TjeLQeZD/YwD66t62wDmpe/HlB+TnBA+njbglfIsRLtXlnDzQkv5dTltRJ11BKBBypeeF6689rjcJID
        Ez9RWdcCgYAHAp9XcCSrn8wVkMVkKdb7DOX4IKjzdahm+ctDAJN4O/y7OW5FKebvUjdAIt2GuoTZ71iTG+7F0F+l
        P88jtjP4U4qe7VHoewl4MKOfXZKTe+YCS1XbNvfgwJ3Ltyl1OH9hWvu2yza7q+d5PCsDzqtm27kxuvULVeya+TEd
        AB1ijQKBgQCH/3r6YrVH/uCWGy6bzV1nGNOdjKc9tmkfOJmN54dxdixdpozCQ6U4OxZrsj3FcOhHBsqAHvX2uuYj
        agqvo3cOj1TRqNocX40omfCCMx3bD1yPPf/6TI2XECva/ggqEY2mYzmIiA5LVVmc5nrybr+lssFKneeyxN2Wq93S
        0iJMdQKBgCGHewxzoa1r8ZMD0LETNrToK423K377UCYqXfg5XMclbrjPbEC3YI1ZNqMtuhdBJqUnBi6tjKMF+34X
        f0CUN8ncuXGO2CAYvO8PdyCixHX52ybaDjy1FtCE6yUXjoKNXKvUm7MWGsAYH6f4IegOetN5NvmUMFStCSkh7ixZ
        LkN1
        """)

    /// The same key in PKCS #8 (RFC 5958): with a version, and the algorithm.
    private static let pkcs8: [UInt8] = {
        func element(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
            // The length is in the two bytes that follow.
            let header: [UInt8] = [
                tag, 0x82, UInt8(contents.count >> 8), UInt8(contents.count & 0xFF),
            ]
            return header + contents
        }
        let version: [UInt8] = [0x02, 0x01, 0x00]
        // `rsaEncryption`, without parameters.
        let algorithm: [UInt8] = [
            0x30, 0x0D, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05,
            0x00,
        ]
        return element(0x30, version + algorithm + element(0x04, pkcs1))
    }()

    /// The Ed25519 key of RFC 8410, section 10.3.
    private static let ed25519 = decoded(
        "MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC")

    private static func decoded(_ text: String) -> [UInt8] {
        [UInt8](Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data())
    }

    private static func pem(_ label: String, _ contents: [UInt8]) -> String {
        let lines = Data(contents).base64EncodedString(
            options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN \(label)-----\n\(lines)\n-----END \(label)-----\n"
    }

    /// The signature of a message in base64url; nil if the text has no RSA key.
    private static func signature(of message: String, by pem: String) -> String? {
        guard let key = RSAKey(pem: Array(pem.utf8)) else { return nil }
        return key.sign(Array(message.utf8)).map { base64URL($0) }
    }

    @Test func theSignatureIsThatOfTheSpecification() {
        let pem = Self.pem("RSA PRIVATE KEY", Self.pkcs1)
        #expect(Self.signature(of: Self.message, by: pem) == Self.messageSignature)
    }

    @Test func theKeyIsReadFromPKCS8AsWell() {
        let pem = Self.pem("PRIVATE KEY", Self.pkcs8)
        #expect(Self.signature(of: Self.message, by: pem) == Self.messageSignature)
    }

    @Test(arguments: ["", "another message"])
    func anotherMessageHasAnotherSignatureOfTheSameLength(_ message: String) throws {
        let pem = Self.pem("RSA PRIVATE KEY", Self.pkcs1)
        let signature = try #require(Self.signature(of: message, by: pem))
        #expect(signature != Self.messageSignature)
        #expect(signature.utf8.count == Self.messageSignature.utf8.count)
    }

    @Test func aTextWithoutAnRSAKeyIsRefused() {
        let whole = Self.pem("RSA PRIVATE KEY", Self.pkcs1)
        let texts = [
            "", "no key", Self.pem("PRIVATE KEY", Self.ed25519), String(whole.dropLast(100)),
            Self.pem("RSA PRIVATE KEY", Array(Self.pkcs1.dropLast(100))),
        ]
        for text in texts {
            let key = RSAKey(pem: Array(text.utf8))
            let isKey = key != nil
            #expect(!isKey, "\(text)")
        }
    }
}
