import JSON
import Testing

@testable import Detection
@testable import Pagination

@Suite struct IdentityTests {
  @Test(
    arguments: [
      (#"[{"id": 1}, {"id": 2}]"#, "id"),
      (#"[{"name": "a", "_id": "x"}, {"name": "a", "_id": "y"}]"#, "_id"),
      (#"[{"id": 1}, {"id": 1}]"#, nil), (#"[{"id": 1}, {"name": "b"}]"#, nil),
      (#"[{"id": null, "uuid": "a"}, {"id": null, "uuid": "b"}]"#, "uuid"),
      (#"[{"id": {"v": 1}, "sha": "a"}, {"id": {"v": 2}, "sha": "b"}]"#, "sha"),
      (
        #"[{"metadata": {"name": "a", "uid": "1"}}, {"metadata": {"name": "a", "uid": "2"}}]"#,
        "metadata.uid"
      ),
      (#"[{"node": {"id": "a"}, "cursor": "1"}, {"node": {"id": "b"}, "cursor": "2"}]"#, "node.id"),
      (#"[{"cursor": "1", "node": {"n": 1}}, {"cursor": "2", "node": {"n": 2}}]"#, "node"),
      (#"[{"cursor": "1", "node": {"n": 1}}, {"cursor": "2", "node": {"n": 1}}]"#, nil),
      (#"[{"node": {"pk": 1}, "cursor": "1"}, {"node": {"pk": 2}, "cursor": "2"}]"#, "node.pk"),
      (
        #"[{"attributes": {"OBJECTID": 1}}, {"attributes": {"OBJECTID": 2}}]"#,
        "attributes.OBJECTID"
      ),
      (#"[{"ProductID": 1, "Name": "a"}, {"ProductID": 2, "Name": "a"}]"#, "ProductID"),
      (#"[{"title": "a", "author_id": 1}, {"title": "b", "author_id": 2}]"#, nil),
      (#"[{"name": "a", "url": "/a"}, {"name": "b", "url": "/b"}]"#, "url"),
      (#"[{"name": "a"}, {"name": "b"}]"#, "name"), (#"[{"id": ""}, {"id": "b"}]"#, nil),
      (#"[{"a.id": 1, "key": "x"}, {"a.id": 2, "key": "y"}]"#, "key"),
      (#"["a", "b"]"#, nil), ("[]", nil), (#"[{"id": 1}, 7]"#, nil),
    ] as [(String, String?)])
  func theIdentityIsInAllItemsAndUnique(_ text: String, _ expected: String?) throws {
    let document = try JSONDocument(Array(text.utf8))
    let path = Detector.identity(of: document.elements(of: document.root), in: document)
    #expect(path?.description == expected)
  }
}
