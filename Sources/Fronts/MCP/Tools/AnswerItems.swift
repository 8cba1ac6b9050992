import JSON
import Secrets
import Sessions

/// Items on their way into a result: only whole ones, up to the size limit.
///
/// An item that is too large, or that common clients cannot read, comes as
/// `{"_omitted": 31022, "id": 7}`: its size, and what identifies it.
struct AnswerItems {
  /// Most bytes of the items as one JSON array.
  static let bytesMax = 19_456
  /// Most containers within each other, and digits of a number, that common clients read.
  static let depthMax = 100
  static let digitsMax = 300
  /// Most bytes of a value that identifies an item.
  static let identityBytesMax = 1_024
  /// Most keys of an item in a sentence, and bytes of one.
  private static let keysMax = 20
  private static let keyBytesMax = 40

  private let fields: FieldTree?
  /// The identity of an item, as far as it is known.
  var identity: [JSONPath]
  private let bytesMax: Int
  /// Knows what an API may echo and no model should read; nil: nothing.
  private let redactor: Redactor?
  private(set) var count = 0
  /// Items that held a secret.
  private(set) var maskedCount = 0
  /// The number of items of which only the size and the identity are given.
  private(set) var omittedCount = 0
  /// Of the wanted fields, those that no item has, and the keys of the first item.
  private(set) var unknownFields: [JSONPath]
  private(set) var keys: [String] = []
  private var bytes = [UInt8(ascii: "[")]

  init(
    _ fields: [JSONPath]?, identity: [JSONPath], bytesMax: Int = AnswerItems.bytesMax,
    hiding redactor: Redactor? = nil
  ) {
    self.redactor = redactor
    unknownFields = fields ?? []
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
    let masked = redactor?.mask(echoesIn: item)
    let (shown, isOmitted) = shown(masked ?? item)
    let comma = count == 0 ? 0 : 1
    guard bytes.count + comma + shown.count + 1 <= bytesMax || count == 0 else { return false }
    if count > 0 { bytes.append(UInt8(ascii: ",")) }
    bytes += shown
    count += 1
    if masked != nil { maskedCount += 1 }
    if isOmitted { omittedCount += 1 }
    if !unknownFields.isEmpty { lookForFields(in: masked ?? item) }
    return true
  }

  /// Takes note of the wanted fields that an item has.
  private mutating func lookForFields(in item: [UInt8]) {
    guard let document = try? JSONDocument(item), document.root.kind == .object else { return }
    if count == 1 {
      keys = document.members(of: document.root).prefix(AnswerItems.keysMax).map {
        PlainText.limited(document.string($0.key) ?? "", bytesMax: AnswerItems.keyBytesMax)
      }
    }
    unknownFields.removeAll { path in
      var found: [UInt8] = []
      FieldTree([path]).append(document, document.root, to: &found)
      return found != Array("{}".utf8)
    }
  }

  private func shown(_ item: [UInt8]) -> (text: [UInt8], isOmitted: Bool) {
    guard let document = try? JSONDocument(item) else { return (omitted(item, nil), true) }
    var text: [UInt8] = []
    if let fields {
      fields.append(document, document.root, to: &text)
    } else {
      JSONCompaction.append(item, 0..<item.count, to: &text)
    }
    guard text.count + 2 <= bytesMax, let shown = try? JSONDocument(text),
      isReadable(shown, shown.root)
    else { return (omitted(text, document), true) }
    return (text, false)
  }

  private func omitted(_ text: [UInt8], _ document: JSONDocument?) -> [UInt8] {
    let item = JSONWriter.object { writer in
      writer.member("_omitted", text.count)
      for path in identity {
        guard let document, let value = document.resolve(path, from: document.root),
          value.range.count <= AnswerItems.identityBytesMax,
          value.kind == .string || value.kind == .number, isReadable(document, value)
        else { continue }
        writer.key(text: path.description)
        writer.raw(document, value)
      }
    }
    // Where several long values identify it, its size is all that is said.
    return item.count + 2 <= bytesMax ? item : Array("{\"_omitted\":\(text.count)}".utf8)
  }

  /// True when common clients can read a value: it has no half of a surrogate pair, is not nested
  /// too deep, and has no number that is too long or too large.
  private func isReadable(_ document: JSONDocument, _ value: JSONSlice, depth: Int = 0) -> Bool {
    switch value.kind {
    case .string: return document.utf8(value) != nil
    case .number:
      let parts = document.text(value).split { $0 == "e" || $0 == "E" }
      let exponent = parts.count < 2 ? 0 : Int(parts[1])
      return (exponent.map((-AnswerItems.digitsMax...AnswerItems.digitsMax).contains) ?? false)
        && parts[0].count { $0.isNumber } <= AnswerItems.digitsMax
    case .array:
      return depth < AnswerItems.depthMax
        && document.elements(of: value).allSatisfy { isReadable(document, $0, depth: depth + 1) }
    case .object:
      return depth < AnswerItems.depthMax
        && document.members(of: value).allSatisfy {
          isReadable(document, $0.key) && isReadable(document, $0.value, depth: depth + 1)
        }
    default: return true
    }
  }
}
