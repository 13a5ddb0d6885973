import Foundation
import RedoJSON
import RedoModel
import TestSupport
import Testing

@testable import RedoFirestore

/// The rules of `Fixtures/firestore.rules`: each forbidden thing is tried.
@Suite(.withEmulator) struct RulesTests {
    private let project: FirestoreProject
    private let alice = FirestoreProject.token("alice")
    private let bob = FirestoreProject.token("bob")

    init() throws { project = try FirestoreProject() }

    private func fields(
        id: String, access: [String] = ["alice"], version: String = #"{"integerValue":"1"}"#
    ) -> String {
        let list = access.map { #"{"stringValue":"\#($0)"}"# }.joined(separator: ",")
        return #"{"fields":{"id":{"stringValue":"\#(id)"},"version":\#(version),"#
            + #""accessList":{"arrayValue":{"values":[\#(list)]}}}}"#
    }

    private func create(
        _ name: String, _ body: String, token: String, in collection: String = "nodes"
    ) throws -> Int {
        try project.ask("POST", "/\(collection)?documentId=\(name)", body, token: token).status
    }

    @Test func aNodeIsMadeByWhoMayReadIt() throws {
        #expect(try create("a", fields(id: "a"), token: alice) == 200)
        #expect(try create("b", fields(id: "b", access: ["bob", "alice"]), token: alice) == 200)
        #expect(try create("c", fields(id: "c", access: ["bob"]), token: alice) == 403)
        #expect(try create("d", fields(id: "d", access: []), token: alice) == 403)
        #expect(try create("e", #"{"fields":{}}"#, token: alice) == 403)
    }

    @Test func aNodeHasItsVersionAndItsName() throws {
        let two = #"{"integerValue":"2"}"#
        #expect(try create("a", fields(id: "a", version: two), token: alice) == 403)
        #expect(try create("a", fields(id: "b"), token: alice) == 403)
    }

    @Test(arguments: ["nodes", "users/alice/changes"])
    func aNodeNeverChanges(_ collection: String) throws {
        #expect(try create("a", fields(id: "a"), token: alice, in: collection) == 200)
        #expect(try create("a", fields(id: "a"), token: alice, in: collection) == 409)
        let path = "/\(collection)/a"
        for changed in [
            fields(id: "a", version: #"{"integerValue":"2"}"#), fields(id: "b"),
            fields(id: "a", access: ["alice", "bob"], version: #"{"integerValue":"2"}"#),
        ] {
            #expect(try project.ask("PATCH", path, changed, token: alice).status == 403)
        }
        if collection != "nodes" {
            let opened = fields(id: "a", access: ["alice", "bob"])
            #expect(try project.ask("PATCH", path, opened, token: alice).status == 403)
        }
        #expect(try project.ask("DELETE", path, token: alice).status == 403)
        #expect(try project.ask("GET", path, token: alice).status == 200)
    }

    /// What is shared later can be read by others from then on, and no one is shut out.
    @Test func theReadersOfANodeOnlyGrow() throws {
        #expect(try create("a", fields(id: "a"), token: alice) == 200)
        let opened = fields(id: "a", access: ["alice", "bob"])
        #expect(try project.ask("PATCH", "/nodes/a", opened, token: bob).status == 403)
        #expect(try project.ask("PATCH", "/nodes/a", opened, token: alice).status == 200)
        #expect(try project.ask("GET", "/nodes/a", token: bob).status == 200)
        for access in [["bob"], ["alice"], []] {
            let closed = fields(id: "a", access: access)
            #expect(try project.ask("PATCH", "/nodes/a", closed, token: bob).status == 403)
        }
        let carol = FirestoreProject.token("carol")
        let more = fields(id: "a", access: ["alice", "bob", "carol"])
        #expect(try project.ask("PATCH", "/nodes/a", more, token: carol).status == 403)
    }

    @Test func aNodeIsReadByWhoIsLetIn() throws {
        #expect(try create("a", fields(id: "a"), token: alice) == 200)
        #expect(try project.ask("GET", "/nodes/a", token: alice).status == 200)
        #expect(try project.ask("GET", "/nodes/a", token: bob).status == 403)
        #expect(try project.ask("GET", "/nodes/none", token: bob).status == 404)
        #expect(try project.ask("GET", "/nodes", token: alice).status == 403)
    }

    private func query(_ uid: String?, token: String, of parent: String = "") throws -> Int {
        let filter = uid.map {
            #","where":{"fieldFilter":{"field":{"fieldPath":"accessList"},"op":"ARRAY_CONTAINS","value":{"stringValue":"\#($0)"}}}"#
        }
        let collection = parent.isEmpty ? "nodes" : "changes"
        return try project.ask(
            "POST", "\(parent):runQuery",
            #"{"structuredQuery":{"from":[{"collectionId":"\#(collection)"}]\#(filter ?? "")}}"#,
            token: token
        ).status
    }

    @Test func aQuerySaysWhoAsks() throws {
        #expect(try create("a", fields(id: "a"), token: alice) == 200)
        #expect(try query("alice", token: alice) == 200)
        #expect(try query("alice", token: bob) == 403)
        #expect(try query(nil, token: alice) == 403)
    }

    @Test func aUserIsOneselfOnly() throws {
        let body = #"{"fields":{"ownedNodes":{"arrayValue":{}}}}"#
        #expect(try project.ask("PATCH", "/users/alice", body, token: alice).status == 200)
        #expect(try project.ask("PATCH", "/users/alice", body, token: bob).status == 403)
        #expect(try project.ask("GET", "/users/alice", token: bob).status == 403)
        #expect(try project.ask("GET", "/users/alice", token: alice).status == 200)
    }

    @Test func changesAreOnesOwn() throws {
        let changes = "users/alice/changes"
        #expect(try create("a", fields(id: "a"), token: alice, in: changes) == 200)
        #expect(try create("b", fields(id: "b"), token: bob, in: changes) == 403)
        #expect(
            try create("c", fields(id: "c", access: ["bob"]), token: bob, in: changes) == 403)
        #expect(try query(nil, token: alice, of: "/users/alice") == 200)
        #expect(try query(nil, token: bob, of: "/users/alice") == 403)
    }

    /// Each device tells who is writing in its own name, and takes that back.
    @Test func whoIsWritingIsToldByEachForThemselves() throws {
        let key = String(repeating: "0f", count: 32)
        func body(
            _ access: [String] = ["alice", "bob"], key: String = key, notice: String = "{}",
            more: String = ""
        ) -> String {
            let list = access.map { #"{"stringValue":"\#($0)"}"# }.joined(separator: ",")
            return
                #"{"fields":{"key":{"stringValue":"\#(key)"},"notice":{"stringValue":"\#(notice)"},"#
                + #""until":{"timestampValue":"2025-11-16T12:00:00Z"},\#(more)"#
                + #""accessList":{"arrayValue":{"values":[\#(list)]}}}}"#
        }
        func tell(_ name: String, _ body: String, _ token: String) throws -> Int {
            try project.ask("PATCH", "/composing/\(name)", body, token: token).status
        }
        let own = "alice:\(key)"
        #expect(try tell(own, body(), bob) == 403)
        #expect(try tell(own, body(), alice) == 200)
        #expect(try tell(own, body(["alice"]), alice) == 200)
        #expect(try tell("alice:x", body(), alice) == 403)
        #expect(try tell("alice:x", body(key: "x"), alice) == 403)
        #expect(try tell(own, body(["bob"]), alice) == 403)
        #expect(try tell(own, body(notice: String(repeating: "x", count: 1025)), alice) == 403)
        #expect(try tell(own, body(more: #""more":{"nullValue":null},"#), alice) == 403)
        let readers = ["alice"] + (0..<100).map { "user\($0)" }
        #expect(try tell(own, body(readers), alice) == 403)
        #expect(try project.ask("GET", "/composing/\(own)", token: bob).status == 403)
        #expect(try tell(own, body(), alice) == 200)
        #expect(try project.ask("GET", "/composing/\(own)", token: bob).status == 200)
        #expect(try project.ask("GET", "/composing", token: bob).status == 403)
        #expect(try project.ask("DELETE", "/composing/\(own)", token: bob).status == 403)
        #expect(try project.ask("DELETE", "/composing/\(own)", token: alice).status == 200)
        #expect(try project.ask("DELETE", "/composing/\(own)", token: alice).status == 200)
    }

    @Test func elsewhereNothingIsAllowed() throws {
        #expect(try create("a", #"{"fields":{}}"#, token: alice, in: "others") == 403)
        #expect(try project.ask("GET", "/others/a", token: alice).status == 403)
    }
}
