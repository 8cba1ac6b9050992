import TestInput

/// Random params of `open`, for an API at `base`.
struct OpenText {
  func params(_ random: inout SeededGenerator, base: String, id: String? = nil) -> String {
    let path = random.pick([
      "/a", "/a?page=:currentPage", "/a?offset=:offset&n=:perPage", "/a/:currentPage",
      "/a?cursor=:cursor",
    ])
    var members = ["\"url\":\"\(base)\(path)\""]
    if let id { members.append("\"paginatorId\":\"\(id)\"") }
    if random.chance(80) { members.append("\"pagination\":\(pagination(&random))") }
    if random.chance(50) {
      members.append("\"itemsPath\":\"\(random.pick(["items", "", "a.b"]))\"")
    }
    if random.chance(30) {
      members.append("\"paginationMapping\":{\"total\":\"objectCount\",\"pages\":\"pageCount\"}")
    }
    if random.chance(30) {
      members.append("\"perPage\":\(random.pick(["1", "2", "25", "1000000"]))")
    }
    if random.chance(20) { members.append("\"identity\":\"id\"") }
    if random.chance(20) { members.append("\"bounds\":\"ask\"") }
    if random.chance(25) {
      members.append("\"mappings\":{\"m\":{\"attributes\":[\"id\"]}}")
      members.append("\"responseDescriptors\":[{\"keyPath\":\"items\",\"mapping\":\"m\"}]")
    }
    members.append("\"fetching\":{\"retries\":0,\"timeoutSeconds\":2,\"responseBytesMax\":200000}")
    return "{\(members.joined(separator: ","))}"
  }

  private func pagination(_ random: inout SeededGenerator) -> String {
    random.pick([
      #"{"strategy":"page"}"#, #"{"strategy":"offset","firstOffset":1}"#, #"{"strategy":"link"}"#,
      #"{"strategy":"header","next":"X-Next","parameter":"page"}"#, #"{"strategy":"single"}"#,
      #"{"strategy":"body","next":"next"}"#, #"{"strategy":"body","next":"links","base":"a"}"#,
      #"{"strategy":"cursor","next":"next","parameter":"cursor","more":"more"}"#,
      #"{"strategy":"cursor","next":"@lastItem.id","parameter":"after"}"#,
      #"{"strategy":"cursor","merge":"continue"}"#, #"{"strategy":"range"}"#,
      #"{"strategy":"auto"}"#,
      #"{"strategy":"cursor","next":"next","in":"path","nextURL":"/n/:cursor"}"#,
    ])
  }
}
