import JSON

/// One mapping as the client gave it, checked, with its references resolved to numbers.
struct MappingDefinition: Sendable {
  /// The way the mapping handles an item.
  enum Body: Sendable {
    /// Builds an object of these members.
    case object([Member])
    /// Hands the item on to the mapping of the first case that holds, or else to `otherwise`;
    /// nil declines the item.
    case choice([Case], otherwise: Target?)
  }

  /// A mapping by its number, and where the client named it.
  struct Target: Sendable {
    let mapping: Int
    let place: String
  }

  /// One attribute or relationship.
  struct Member: Sendable {
    enum Content: Sendable {
      case attribute(AttributeDefinition)
      case relationship(Target, isMany: Bool)
    }
    let source: SourcePath
    let destination: JSONPath
    /// The place in the params that names the destination.
    let place: String
    let content: Content
  }

  /// One entry of `when`.
  struct Case: Sendable {
    let source: SourcePath
    let tests: [ValueCondition]
    let target: Target?
  }

  var body = Body.object([])
  /// The place in the params that defines the mapping.
  var place: String
  var identity: [JSONPath] = []
  /// The destination of the keys, where the value is an object of items.
  var keyedBy: JSONPath?
  var missing = MissingRule.omit
  var isStrict = false
  /// It has no `otherwise`, not even null, for items that meet no case.
  var leavesOut = false

  /// The members; none where the mapping only hands items on.
  var members: [Member] {
    if case .object(let members) = body { members } else { [] }
  }
}

/// Defines how an attribute handles its value.
struct AttributeDefinition: Sendable {
  /// The form in which the value is read.
  enum Reading: Sendable {
    /// The value's bytes are copied.
    case verbatim
    case type(AttributeType)
    case epochMilliseconds
    case pattern(DatePattern)
  }

  var reading = Reading.verbatim
  /// The JSON text for a source that is not there.
  var fallback: [UInt8]?

  /// The type that the value is read as.
  var type: AttributeType {
    switch reading {
    case .verbatim: .any
    case .type(let type): type
    case .epochMilliseconds, .pattern: .date
    }
  }
}
