import CExpat
import HTTP
import JSON
import Text

/// XML as JSON: the content of the root element as an object.
///
///     <r xmlns="u" n="1"><a>x</a><a/><b c="2">y</b></r>
///
///     {"@xmlns":"u","@n":"1","a":["x",null],"b":{"@c":"2","#text":"y"}}
///
/// An element is its text, or null without one; with attributes or elements inside it is an object of
/// these, with its text as `#text`. Elements of one name are a list, wherever they are. Names keep
/// their prefix; only the root keeps the attributes that declare namespaces.
final class XMLConversion {
  private var json: [UInt8] = []
  /// The name of the root element.
  private var root = ""
  private var frames: [Frame] = []
  /// The members of all open elements.
  private var members: [Member] = []
  /// The texts of all open elements.
  private var text: [UInt8] = []
  private var fault: BodyFault?
  private let bytesMax: Int
  /// The number of bytes that may still be moved to bring elements of one name together.
  private var movesLeft: Int

  /// An open element.
  private struct Frame {
    let membersStart: Int
    let textStart: Int
    /// The beginning of its value.
    let start: Int
    var isObject = false
  }

  /// A member of an object that is being written: `"name": value`, with a byte of room before the
  /// value for the bracket of a list. Small, as a document may have millions of them.
  fileprivate struct Member {
    /// Of the name with its quotes.
    private let keyStart: UInt32
    private let valueStart: UInt32
    /// The highest bit says whether it is a list; the others are a hash of its name.
    private var bits: UInt32

    init(key: Range<Int>, hash: UInt32) {
      keyStart = UInt32(key.lowerBound)
      valueStart = UInt32(key.upperBound + 1)
      bits = hash & ~Member.listBit
    }

    private static let listBit: UInt32 = 1 << 31

    var key: Range<Int> { Int(keyStart)..<Int(valueStart) - 1 }
    /// The offset of that room.
    var value: Int { Int(valueStart) }
    var hash: UInt32 { bits & ~Member.listBit }
    var isList: Bool {
      get { bits & Member.listBit != 0 }
      set { bits = hash | (newValue ? Member.listBit : 0) }
    }
  }

  /// The most elements inside of each other: each is two deep in JSON where it is one of a list.
  static let depthMax = 250
  /// The number of times that the bytes of a document may be moved.
  private static let movesMax = 16
  /// From this many members on, those of one name are found by a table.
  private static let comparedMax = 8

  private init(bytesMax: Int, size: Int) {
    self.bytesMax = bytesMax
    movesLeft = size * XMLConversion.movesMax + 65_536
    json.reserveCapacity(size)
  }

  /// Converts a document to JSON. `encoding` overrides the encoding that the document declares; nil
  /// uses the declared one.
  static func json(
    of bytes: [UInt8], encoding: String?, bytesMax: Int, library: ExpatLibrary? = .load()
  ) throws(BodyFault) -> (json: [UInt8], root: String) {
    guard let library else {
      throw BodyFault(
        offset: 0,
        detail: "it is XML, and libexpat, which reads that, is not installed: install the package "
          + "libexpat1 (Debian, Ubuntu) or expat (Fedora, Alpine, Homebrew)")
    }
    let conversion = XMLConversion(bytesMax: bytesMax, size: bytes.count)
    var handlers = cexpat_handlers(
      start: { XMLConversion.of($0).start($1, $2) }, end: { XMLConversion.of($0).end() },
      text: { XMLConversion.of($0).add($1, $2) },
      entity: { XMLConversion.of($0).refuse(entity: $1, isDeclared: $2 == 1) })
    let context = Unmanaged.passUnretained(conversion).toOpaque()
    let outcome = bytes.withUnsafeBytes { bytes in
      cexpat_read(library.table, encoding, &handlers, context, bytes.baseAddress, bytes.count)
    }
    if let fault = conversion.fault { throw fault.at(outcome.offset) }
    guard outcome.code == 0 else {
      let words = outcome.message.map { String(cString: $0) } ?? "out of memory"
      throw BodyFault(
        offset: max(0, outcome.offset),
        detail: outcome.is_cut == 1
          ? "the XML breaks off (\(words))" : "it is not XML (\(words)); set decode to what it is",
        isTruncated: outcome.is_cut == 1)
    }
    return (conversion.json, conversion.root)
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> XMLConversion {
    guard let context else { preconditionFailure("expat was given its context") }
    return Unmanaged<XMLConversion>.fromOpaque(context).takeUnretainedValue()
  }

  // MARK: What expat calls

  private func start(
    _ name: UnsafePointer<CChar>?, _ attributes: UnsafePointer<UnsafePointer<CChar>?>?
  ) -> Int32 {
    guard frames.count < XMLConversion.depthMax else {
      return refuse("its elements are nested deeper than \(XMLConversion.depthMax)")
    }
    if let name {
      if frames.isEmpty { root = String(cString: name) } else { beginMember(bytes(of: name)) }
    }
    frames.append(
      Frame(membersStart: members.count, textStart: text.count, start: json.count))
    guard var next = attributes else { return 0 }
    while let name = next[0], let value = next[1] {
      next += 2
      let name = bytes(of: name)
      if frames.count > 1, XMLConversion.declaresNamespace(name) { continue }
      beginObject()
      json += XMLConversion.attributeStart
      json.append(contentsOf: name)
      json += XMLConversion.attributeMiddle
      json.append(text: bytes(of: value).span)
      json.append(ASCII.quote)
    }
    return checkSize()
  }

  private func end() -> Int32 {
    guard let frame = frames.last else { return 0 }
    let trimmed = trimmedText(from: frame.textStart)
    if frame.isObject || frames.count == 1 {
      closeMember()
      if !gatherMembers() { return refuse("elements of one name are scattered too widely") }
      if !trimmed.isEmpty {
        beginObject()
        json += XMLConversion.textKey
        write(trimmed)
      } else if json.count == frame.start {
        json.append(ASCII.leftBrace)
      }
      json.append(ASCII.rightBrace)
    } else if trimmed.isEmpty {
      json += XMLConversion.null
    } else {
      write(frame.textStart..<text.count)
    }
    text.removeSubrange(frame.textStart...)
    members.removeSubrange(frame.membersStart...)
    frames.removeLast()
    return checkSize()
  }

  private func add(_ piece: UnsafePointer<CChar>?, _ size: Int32) -> Int32 {
    guard let piece, size > 0 else { return 0 }
    text.append(contentsOf: UnsafeRawBufferPointer(start: piece, count: Int(size)))
    return 0
  }

  private func refuse(entity: UnsafePointer<CChar>?, isDeclared: Bool) -> Int32 {
    let name = entity.map { String(cString: $0).prefix(100) } ?? ""
    return refuse(
      isDeclared
        ? "it declares the entity \(name), and declarations of entities are not read"
        : "the entity &\(name); is not declared in it")
  }

  private func refuse(_ detail: String) -> Int32 {
    fault = BodyFault(offset: 0, detail: detail)
    return 1
  }

  private func checkSize() -> Int32 {
    guard json.count > bytesMax else { return 0 }
    return refuse("it becomes more than \(bytesMax) bytes of JSON (fetching.responseBytesMax)")
  }

  // MARK: Writing

  private static let attributeStart = Array("\"@".utf8)
  private static let attributeMiddle = Array("\":\"".utf8)
  private static let memberMiddle = Array(": ".utf8)
  private static let null = Array("null".utf8)
  private static let textKey = Array("\"#text\":".utf8)
  private static let namespace = Array("xmlns".utf8)

  private static func declaresNamespace(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    name.starts(with: namespace) && (name.count == 5 || name[5] == ASCII.colon)
  }

  private func bytes(of text: UnsafePointer<CChar>) -> UnsafeBufferPointer<UInt8> {
    var count = 0
    while text[count] != 0 { count += 1 }
    return UnsafeRawBufferPointer(start: text, count: count).bindMemory(to: UInt8.self)
  }

  /// The range of the text from an offset on, without the blanks around it.
  private func trimmedText(from start: Int) -> Range<Int> {
    var (first, end) = (start, text.count)
    while first < end, ASCII.isBlank(text[first]) { first += 1 }
    while end > first, ASCII.isBlank(text[end - 1]) { end -= 1 }
    return first..<end
  }

  private func write(_ range: Range<Int>) {
    json.append(ASCII.quote)
    json.append(text: text.span.extracting(range))
    json.append(ASCII.quote)
  }

  /// Begins the innermost open element's object, or puts the comma before its next member.
  private func beginObject() {
    let frame = frames.count - 1
    json.append(frames[frame].isObject ? ASCII.comma : ASCII.leftBrace)
    frames[frame].isObject = true
  }

  private func beginMember(_ name: UnsafeBufferPointer<UInt8>) {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(name))
    let hash = UInt32(truncatingIfNeeded: hasher.finalize()) >> 1
    let hasMembers = members.count > (frames.last?.membersStart ?? 0)
    if hasMembers, let last = members.last, last.hash == hash, last.key.count == name.count + 2,
      name.elementsEqual(json[(last.key.lowerBound + 1)..<(last.key.upperBound - 1)])
    {
      json[last.value] = ASCII.leftBracket
      json.append(ASCII.comma)
      members[members.count - 1].isList = true
      return
    }
    closeMember()
    beginObject()
    let start = json.count
    json.append(ASCII.quote)
    json.append(contentsOf: name)
    json.append(ASCII.quote)
    members.append(Member(key: start..<json.count, hash: hash))
    json += XMLConversion.memberMiddle
  }

  /// Ends the last member of the innermost open element.
  private func closeMember() {
    guard let last = members.last, members.count > (frames.last?.membersStart ?? 0) else { return }
    if last.isList { json.append(ASCII.rightBracket) }
  }

  /// True when two members may have one name.
  private func mayHaveTwins(_ members: ArraySlice<Member>) -> Bool {
    if members.count > XMLConversion.comparedMax {
      let hashes = members.map(\.hash).sorted()
      return zip(hashes, hashes.dropFirst()).contains { $0 == $1 }
    }
    return members.indices.contains { first in
      members[(first + 1)...].contains { $0.hash == members[first].hash }
    }
  }

  /// Brings the members of the innermost open element together that have one name. False: too much
  /// has been moved for that already.
  private func gatherMembers() -> Bool {
    let own = members[(frames.last?.membersStart ?? 0)...]
    guard own.count > 2, let start = own.first?.key.lowerBound, mayHaveTwins(own) else {
      return true
    }
    let groups = NameGroups(own, in: json)
    guard groups.count < own.count else { return true }
    movesLeft -= json.count - start
    guard movesLeft >= 0 else { return false }
    /// The value, in a list without its brackets. The next member begins after a comma.
    func content(_ place: Int, ofList isList: Bool) -> ArraySlice<UInt8> {
      let end = place + 1 < own.endIndex ? own[place + 1].key.lowerBound - 1 : json.count
      let member = own[place]
      return isList
        ? json[(member.value + 1)..<(end - (member.isList ? 1 : 0))] : json[member.value..<end]
    }
    var gathered: [UInt8] = []
    gathered.reserveCapacity(json.count - start)
    for first in groups.firsts {
      if !gathered.isEmpty { gathered.append(ASCII.comma) }
      gathered += json[own[first].key]
      gathered.append(ASCII.colon)
      guard var later = groups.next(after: first) else {
        gathered += content(first, ofList: false)
        continue
      }
      gathered.append(ASCII.leftBracket)
      gathered += content(first, ofList: true)
      while true {
        gathered.append(ASCII.comma)
        gathered += content(later, ofList: true)
        guard let next = groups.next(after: later) else { break }
        later = next
      }
      gathered.append(ASCII.rightBracket)
    }
    json.replaceSubrange(start..., with: gathered)
    return true
  }
}

/// The members of an object by their names, in the order in which these came first. Small, too.
private struct NameGroups {
  /// The number of names.
  private(set) var count: Int
  private let start: Int
  /// For each member, the offset from `start` of the next member with the same name; 0 for the last.
  private var nexts: [UInt32]
  /// For each member, whether it is the first of its name.
  private var areFirst: [Bool]

  init(_ members: ArraySlice<XMLConversion.Member>, in json: [UInt8]) {
    start = members.startIndex
    count = members.count
    nexts = Array(repeating: 0, count: members.count)
    areFirst = Array(repeating: true, count: members.count)
    var order = Array(0..<UInt32(members.count))
    order.sort { first, second in
      let (one, other) = (members[start + Int(first)].hash, members[start + Int(second)].hash)
      return one == other ? first < second : one < other
    }
    // The last members of the names of one hash.
    var lasts: [UInt32] = []
    var hash: UInt32?
    for offset in order {
      let member = members[start + Int(offset)]
      if member.hash != hash { (hash, lasts) = (member.hash, []) }
      let twin = lasts.firstIndex { json[members[start + Int($0)].key] == json[member.key] }
      guard let twin else {
        lasts.append(offset)
        continue
      }
      nexts[Int(lasts[twin])] = offset
      areFirst[Int(offset)] = false
      lasts[twin] = offset
      count -= 1
    }
  }

  /// The places of the first members of the names.
  var firsts: some Sequence<Int> {
    areFirst.indices.lazy.filter { areFirst[$0] }.map { start + $0 }
  }

  /// The place of the next member of the name that one has.
  func next(after place: Int) -> Int? {
    let next = nexts[place - start]
    return next == 0 ? nil : start + Int(next)
  }
}

extension BodyFault {
  /// The same at the byte where the document was ended.
  fileprivate func at(_ offset: Int) -> BodyFault {
    BodyFault(offset: max(0, offset), detail: detail, isTruncated: isTruncated)
  }
}
