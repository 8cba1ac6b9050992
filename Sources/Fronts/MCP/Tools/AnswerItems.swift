import JSON
import Sessions

/// Items on their way into a result: whole, and as many as fit.
///
/// An item that is too large, or that common clients cannot read, comes as
/// `{"_omitted": 31022, "id": 7}`: its size, and what identifies it.
struct AnswerItems {
  /// Most bytes of the items as one JSON array.
  static let bytesMax = 24_576
  /// Most containers within each other, and digits of a number, that common clients read.
  static let depthMax = 100
  static let digitsMax = 300
  /// Most bytes of a value that identifies an item.
  static let identityBytesMax = 1_024

  private let fields: FieldTree?
  private let identity: [JSONPath]
  private let bytesMax: Int
  private(set) var count = 0
  private var bytes = [UInt8(ascii: "[")]

  init(_ fields: [JSONPath]?, identity: [JSONPath], bytesMax: Int = AnswerItems.bytesMax) {
    self.fields = fields.map(FieldTree.init)
    self.identity = identity
    self.bytesMax = bytesMax
  }

  /// The array.
  var json: [UInt8] { bytes + [UInt8(ascii: "]")] }

  /// Takes in an item of a page; false: it does not fit next to the others.
  mutating func append(_ index: Int, of content: PageContent) -> Bool {
    var item: [UInt8] = []
    content.appendItem(index, to: &item)
    return append(item)
  }

  /// Takes in the JSON text of an item; false: it does not fit next to the others.
  mutating func append(_ item: [UInt8]) -> Bool {
    let shown = shown(item)
    let comma = count == 0 ? 0 : 1
    guard bytes.count + comma + shown.count + 1 <= bytesMax || count == 0 else { return false }
    if count > 0 { bytes.append(UInt8(ascii: ",")) }
    bytes += shown
    count += 1
    return true
  }

  private func shown(_ item: [UInt8]) -> [UInt8] {
    guard let document = try? JSONDocument(item) else { return omitted(item, nil) }
    var text: [UInt8] = []
    if let fields {
      fields.append(document, document.root, to: &text)
    } else {
      JSONCompaction.append(item, 0..<item.count, to: &text)
    }
    guard text.count + 2 <= bytesMax, isReadable(text) else { return omitted(text, document) }
    return text
  }

  private func omitted(_ text: [UInt8], _ document: JSONDocument?) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("_omitted", text.count)
    for path in identity {
      guard let document, let value = document.resolve(path, from: document.root) else { continue }
      let isShort = value.range.count <= AnswerItems.identityBytesMax
      let isPlain = value.kind == .string || value.kind == .number
      guard isShort, isPlain, isReadable(Array(document.bytes[value.range])) else { continue }
      writer.key(path.description)
      writer.raw(document, value)
    }
    writer.endObject()
    // Several long values identify it: its size is all that is said.
    let fits = writer.bytes.count + 2 <= bytesMax
    return fits ? writer.bytes : Array("{\"_omitted\":\(text.count)}".utf8)
  }

  /// Whether common clients read a JSON text.
  private func isReadable(_ text: [UInt8]) -> Bool {
    var depth = 0
    var digits = 0
    var index = 0
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "\""):
        guard let end = AnswerItems.endOfString(text, from: index + 1) else { return false }
        index = end
        digits = 0
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        digits = 0
        if depth > AnswerItems.depthMax { return false }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        digits = 0
      case UInt8(ascii: ","), UInt8(ascii: ":"): digits = 0
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        // true and false have one, too.
        let sign = text[(index + 1)...].prefix {
          $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-")
        }
        let exponent = text[(index + 1 + sign.count)...].prefix { (0x30...0x39).contains($0) }
        let power = exponent.isEmpty ? 0 : Int(String(decoding: exponent, as: UTF8.self))
        guard let power, power <= AnswerItems.digitsMax else { return false }
      case 0x30...0x39:
        digits += 1
        if digits > AnswerItems.digitsMax { return false }
      default: break
      }
      index += 1
    }
    return true
  }

  /// The offset of the quote that ends a string; nil where half a surrogate pair is in it.
  private static func endOfString(_ text: [UInt8], from start: Int) -> Int? {
    var index = start
    var high = false
    while index < text.count {
      let byte = text[index]
      if byte == UInt8(ascii: "\\"), index + 1 < text.count {
        guard text[index + 1] == UInt8(ascii: "u"), index + 5 < text.count else {
          if high { return nil }
          index += 2
          continue
        }
        let digits = String(decoding: text[(index + 2)...(index + 5)], as: UTF8.self)
        let unit = UInt16(digits, radix: 16) ?? 0
        let isLow = (0xDC00...0xDFFF).contains(unit)
        guard isLow == high else { return nil }
        high = (0xD800...0xDBFF).contains(unit)
        index += 6
      } else {
        if high { return nil }
        if byte == UInt8(ascii: "\"") { return index }
        index += 1
      }
    }
    return nil
  }
}
