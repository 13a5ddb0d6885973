import RedoCrypto
import RedoModel
import RedoSystem
import SampleNodes

@testable import RedoGit

extension FuzzTarget {
    /// Commits, trees and addresses of git. The first byte says what the rest is.
    static let git = FuzzTarget(
        "git", upTo: 2048,
        seeds: {
            var sha1 = SHA1()
            let node = Sample.create
            let image = CommitImage(node, &sha1)
            let commit = image.commit(after: [image.blobID])
            let commits = [commit, image.commit(after: [])]
            return commits.map { [0] + $0 } + [[1] + image.tree]
                + Seeds.texts([
                    "user@host:path", "ssh://ana@example.org:22/~/a",
                    "https://example.org:8443/a.git",
                    "/srv/a.git", "git://example.org/a", "ext::sh -c x", "https://a:b@c/d",
                    "file:///a",
                    "ssh://[::1]:22/a",
                ]).map { [2] + $0 }
        },
        run: { bytes in
            guard let kind = bytes.first else { return }
            let content = Array(bytes.dropFirst())
            switch kind % 3 {
            case 0:
                guard let header = CommitHeader(GitObjectID(hashing: content), content) else {
                    return
                }
                try require(content.starts(with: "tree ".utf8), "a commit without a tree")
                try require(
                    content.text.components(of: "parent ") >= header.parents.count,
                    "parents from nowhere")
            case 1:
                let tree = TreeImage.reading(content)
                switch tree {
                case .node(let blob):
                    try require(
                        TreeImage.content(TreeImage.nodeFile, blob) == content, "another tree")
                case .heads(let blob):
                    try require(
                        TreeImage.content(TreeImage.headsFile, blob) == content, "another tree")
                case .other(let reason): try require(!reason.isEmpty, "no reason")
                }
            default:
                guard let url = try? GitURL(content.text) else { return }
                let again = try demand("an address is refused") { try GitURL(url.text) }
                try require(again.location == url.location, "another place")
                switch url.location {
                case .path(let path): try require(!path.isEmpty, "an empty path")
                case .ssh(let user, let host, _, _):
                    try require(
                        !host.hasPrefix("-") && user?.hasPrefix("-") != true, "an option of ssh")
                case .server(_, let host, _, _):
                    try require(!host.contains("@"), "a user in a host")
                }
            }
        })
}

extension GitObjectID {
    fileprivate init(hashing content: [UInt8]) {
        self.init(bytes: SHA256.digest(content.span).bytes.span.extracting(first: Self.byteCount))
    }
}

extension String {
    /// How often a text is in this one.
    fileprivate func components(of text: String) -> Int {
        let (bytes, part) = (Array(utf8), Array(text.utf8))
        return bytes.indices.count { bytes[$0...].starts(with: part) }
    }
}
