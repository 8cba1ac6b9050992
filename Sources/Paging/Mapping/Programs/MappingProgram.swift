import JSON

/// All mappings of a paginator as flat lists of steps, made once at `open`.
///
/// The mapping `{"attributes": {"title": "name", "user.login": "author"}}` becomes the steps open
/// `{`, copy slot 0 after `,"name":`, copy slot 1 after `,"author":`, close `}`, finish. A frame is
/// what one run over the steps works on: an item, and the slots with its values. A to-one
/// relationship is part of its holder's frame; lists of related items, items of keyed objects and
/// mappings that contain themselves get a frame of their own per item.
struct MappingProgram: Sendable {
  var steps: [Step] = []
  /// The bytes of all keys and defaults that the steps write.
  var literals: [UInt8] = []
  /// The notes that issues report, by number.
  var notes: [IssueNote] = []
  /// The readings of the attributes with a type, by number.
  var readings: [AttributeDefinition.Reading] = []
  var choices: [Choice] = []
  var calls: [RelatedCall] = []
  var shapes: [FrameShape] = []
  /// The ends of sources that go through an index, which are looked up one by one.
  var rests: [JSONPath] = []
  /// The places in the body that `@root` reads.
  var roots: [JSONPath] = []
  /// The facts that are read besides the body.
  var facts: [SourcePath.Fact] = []
}

/// Bytes in `MappingProgram.literals`.
struct LiteralRange: Sendable {
  var start: Int32 = 0
  var count: Int32 = 0

  @inline(__always)
  var range: Range<Int> { Int(start)..<Int(start + count) }
}

/// The location of a step's value.
struct SlotSource: Sendable {
  enum Kind: UInt8, Sendable {
    /// Nowhere.
    case none
    /// The frame's item.
    case item
    /// The key of the frame's item in a keyed object.
    case key
    /// The holder's values of a called mapping.
    case slot, link, root, fact
    /// The index of the item in its list.
    case collectionIndex
  }

  var kind = Kind.none
  /// The number of the slot, link, root or fact.
  var number: Int32 = 0
  /// The number of the rest of the path; -1 if there is none.
  var rest: Int32 = -1
}

/// One step of a mapping; a trivial value.
struct Step: Sendable {
  enum Action: UInt8, Sendable {
    /// Writes the bytes of a slot's value.
    case copySlot
    /// Starts and ends an object.
    case openObject, closeObject
    /// Writes the bytes of any other value.
    case copy
    /// Writes the value as the type that the reading `detail` asks for.
    case coerce
    /// Starts a nested object that is omitted again where nothing gets into it.
    case openGroup, closeGroup
    /// Continues with a related object, or at `target` if there is none.
    case enter
    /// Continues as the choice `detail` says.
    case choose
    /// Maps related items as the call `detail` says; declined, it continues at `target`.
    case relate
    case jump
    /// The frame's item is mapped, or omitted.
    case finish, decline

    /// True when the step only writes, so that it runs in one go with those next to it.
    var isPlain: Bool { self == .copySlot || self == .openObject || self == .closeObject }
  }

  var action: Action
  var isStrict = false
  var source = SlotSource()
  /// The bytes written before the value; a leading comma is written only if something precedes it.
  var literal = LiteralRange()
  /// The bytes written if the source is not there.
  var missing = LiteralRange()
  var detail: Int32 = -1
  var target: Int32 = -1
  var note: Int32 = -1
  /// The number of consecutive plain steps, starting with this one.
  var runLength: Int32 = 1
}

/// The content of an issue at a step.
struct IssueNote: Sendable {
  /// The source as it was written, after the relationships of the frame that lead to it.
  let path: [JSONPath.Component]
  let expected: String
}

/// The cases of a dynamic mapping, with the steps to continue at.
struct Choice: Sendable {
  struct Case: Sendable {
    let source: SlotSource
    let tests: [ValueCondition]
    /// nil declines.
    let target: Int?
  }

  var cases: [Case]
  var otherwise: Int?
  /// The step to continue at when the item is declined.
  var declined = 0
}

/// Related items that get frames of their own.
struct RelatedCall: Sendable {
  enum Form: Sendable {
    /// One related object.
    case one
    case list
    /// The members of an object.
    case keyed
    /// The same item, under the mapping that a choice made.
    case handOn
  }

  let shape: Int
  let form: Form
  /// The called frame's item is the calling one's, so that its key is too.
  let keepsKey: Bool
  /// The calling frame's sources of the values that the called frame reads as links.
  var links: [SlotSource] = []
}

/// The layout from which a mapping's frame is made.
struct FrameShape: Sendable {
  var firstStep = 0
  /// The values of the item that go to the slots.
  var values = RelatedValues([])
  var linkCount = 0
}
