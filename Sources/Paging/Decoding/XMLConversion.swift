import CExpat
import HTTP
import Text

/// XML as JSON: the content of the root element as an object.
///
///     <r xmlns="u" n="1"><a>x</a><a/><b c="2">y</b></r>
///
///     {"@xmlns":"u","@n":"1","a":["x",null],"b":{"@c":"2","#text":"y"}}
///
/// An element is its text, or null without one; with attributes or elements inside it is an object of
/// these, with its text as `#text`. Elements of one name are a list, wherever they are; so is a single
/// one where its parent's name is its plural or that of a list of it (`AuthorList`, `urlset`), or the
/// parent is said to be an array. Names keep their prefix; only the root keeps the attributes that
/// declare namespaces.
final class XMLConversion {
  private var json: [UInt8] = []
  /// The name of the root element.
  private var root = ""
  private var frames: [Frame] = []
  private var fault: BodyFault?
  private let bytesMax: Int

  /// An open element.
  private struct Frame {
    let name: [UInt8]
    var text: [UInt8] = []
    /// Attributes, then elements in the order in which their names came first.
    var members: [Member] = []
    private var places: [[UInt8]: Int] = [:]

    init(_ name: [UInt8]) { self.name = name }

    /// Adds a value, to the list of its name where there are others; gives the bytes of them all.
    mutating func add(_ name: [UInt8], _ value: [UInt8]) -> Int {
      guard let place = places[name] else {
        places[name] = members.count
        members.append(Member(name: name, json: [ASCII.space] + value))
        return value.count
      }
      members[place].list()
      members[place].json.append(ASCII.comma)
      members[place].json += value
      return members[place].json.count
    }

    /// True when it says of itself that it is a list: `<a type="array"><b/></a>`.
    var isArray: Bool {
      members.contains { $0.name == XMLConversion.typeName && $0.json == XMLConversion.arrayType }
    }
  }

  /// The values of one name: one, or the beginning of a list, whose bracket is in the place of the
  /// blank before the first element.
  private struct Member {
    let name: [UInt8]
    var json: [UInt8]
    var isList = false

    var isAttribute: Bool { name.first == UInt8(ascii: "@") }

    /// Makes a list of the only value.
    mutating func list() {
      json[0] = ASCII.leftBracket
      isList = true
    }
  }

  /// The most elements inside of each other: each is two deep in JSON where it is one of a list.
  static let depthMax = 250
  /// The most names of the elements and attributes inside of one.
  static let namesMax = 100_000

  private init(bytesMax: Int) { self.bytesMax = bytesMax }

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
    let conversion = XMLConversion(bytesMax: bytesMax)
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
    guard let name else { return 0 }
    if frames.isEmpty { root = String(cString: name) }
    var frame = Frame(bytes(of: name))
    if var next = attributes {
      while let name = next[0], let value = next[1] {
        next += 2
        let name = bytes(of: name)
        if !frames.isEmpty, XMLConversion.declaresNamespace(name) { continue }
        frame.members.append(
          Member(name: [UInt8(ascii: "@")] + name, json: XMLConversion.string(bytes(of: value))))
      }
    }
    frames.append(frame)
    return 0
  }

  private func end() -> Int32 {
    guard let frame = frames.popLast() else { return 0 }
    let value = value(of: frame)
    guard !frames.isEmpty else {
      json = value
      return checkSize(json.count)
    }
    let size = frames[frames.count - 1].add(frame.name, value)
    if frames[frames.count - 1].members.count > XMLConversion.namesMax {
      return refuse("an element has more than \(XMLConversion.namesMax) names inside")
    }
    return checkSize(size)
  }

  private func add(_ piece: UnsafePointer<CChar>?, _ size: Int32) -> Int32 {
    guard let piece, size > 0, !frames.isEmpty else { return 0 }
    frames[frames.count - 1].text.append(
      contentsOf: UnsafeRawBufferPointer(start: piece, count: Int(size)))
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

  private func checkSize(_ bytes: Int) -> Int32 {
    guard bytes > bytesMax else { return 0 }
    return refuse("it becomes more than \(bytesMax) bytes of JSON (fetching.responseBytesMax)")
  }

  // MARK: Writing

  private static let null = Array("null".utf8)
  private static let textName = Array("#text".utf8)
  private static let namespace = Array("xmlns".utf8)
  private static let typeName = Array("@type".utf8)
  private static let arrayType = Array("\"array\"".utf8)

  private static func declaresNamespace(_ name: [UInt8]) -> Bool {
    name.starts(with: namespace) && (name.count == 5 || name[5] == ASCII.colon)
  }

  private func bytes(of text: UnsafePointer<CChar>) -> [UInt8] {
    var count = 0
    while text[count] != 0 { count += 1 }
    return Array(UnsafeRawBufferPointer(start: text, count: count))
  }

  private static func string(_ text: [UInt8]) -> [UInt8] {
    var json = [ASCII.quote]
    json.append(text: text.span)
    json.append(ASCII.quote)
    return json
  }

  private func value(of frame: Frame) -> [UInt8] {
    let text = Array(frame.text.trimmed(ASCII.isBlank))
    if frame.members.isEmpty, !frames.isEmpty {
      return text.isEmpty ? XMLConversion.null : XMLConversion.string(frame.text)
    }
    var members = frame.members
    let isArray = frame.isArray
    for index in members.indices
    where !members[index].isList && !members[index].isAttribute
      && (isArray || XMLPlural.isPlural(frame.name, of: members[index].name))
    {
      members[index].list()
    }
    if !text.isEmpty {
      members.append(Member(name: XMLConversion.textName, json: XMLConversion.string(text)))
    }
    var json = [ASCII.leftBrace]
    json.reserveCapacity(members.reduce(2) { $0 + $1.name.count + $1.json.count + 5 })
    for member in members {
      if json.count > 1 { json.append(ASCII.comma) }
      json.append(ASCII.quote)
      json += member.name
      json += [ASCII.quote, ASCII.colon]
      json += member.json
      if member.isList { json.append(ASCII.rightBracket) }
    }
    json.append(ASCII.rightBrace)
    return json
  }
}

/// The names of elements that hold a list, by those of its elements.
enum XMLPlural {
  /// Elements of formats whose lists have another name.
  private static let others = [
    "channel/item", "feed/entry", "listbucketresult/contents", "searchresults/record",
    "data/row", "multistatus/response", "featurecollection/member",
    "featurecollection/featuremember",
    "listidentifiers/header", "albumlist2/album",
  ].map { Array($0.utf8) }

  /// True when a name is, or ends with, the plural of another one; prefixes and case do not count.
  static func isPlural(_ name: [UInt8], of one: [UInt8]) -> Bool {
    let (name, one) = (local(name), local(one))
    func ends(_ stem: ArraySlice<UInt8>, _ ending: StaticString) -> Bool {
      let ending = UnsafeBufferPointer(start: ending.utf8Start, count: ending.utf8CodeUnitCount)
      let count = stem.count + ending.count
      return name.count >= count && isSame(name.suffix(ending.count), ending)
        && isSame(name.suffix(count).prefix(stem.count), stem)
    }
    if one.isEmpty { return false }
    return ends(one, "s") || ends(one, "es")
      || one.last == UInt8(ascii: "y") && ends(one.dropLast(), "ies")
      || isSame(one, "item".utf8) && (ends([], "set") || ends([], "list"))
      || ends(one, "set") || ends(one, "list") || ends(one, "-list") || ends(one, "_list")
      || others.contains {
        $0.count == name.count + one.count + 1 && isSame($0, name + [UInt8(ascii: "/")] + one)
      }
  }

  private static func isSame(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>)
    -> Bool
  {
    left.count == right.count && zip(left, right).allSatisfy { $0 | 0x20 == $1 | 0x20 }
  }

  private static func local(_ name: [UInt8]) -> ArraySlice<UInt8> {
    name[(name.lastIndex(of: ASCII.colon).map { $0 + 1 } ?? 0)...]
  }
}

extension BodyFault {
  /// The same at the byte where the document was ended.
  fileprivate func at(_ offset: Int) -> BodyFault {
    BodyFault(offset: max(0, offset), detail: detail, isTruncated: isTruncated)
  }
}
