import JSON
import Text

/// The maxima of this module: what a client may ask for, and what a response may cause.
package enum MappingLimits {
  /// Response descriptors of one paginator.
  package static let descriptorsMax = 100
  /// Mappings of one paginator, those written inline counted too.
  package static let mappingsMax = 1_000
  /// Attributes and relationships of one mapping.
  package static let membersMax = 1_000
  /// Entries of one `when`, and values of one `in`.
  package static let choicesMax = 1_000
  /// Mappings written inside each other, and groups of a regular expression.
  package static let nestingMax = 64
  /// Steps of all compiled mappings together.
  package static let stepsMax = 200_000
  /// The maximum total size of all compiled mappings: their steps, the keys of the paths that these
  /// read, and the entries of choices.
  package static let sizeMax = 600_000
  /// About how many bytes of memory each of these is.
  static let sizeUnitBytes = 100
  /// Bytes of all keys and defaults that the compiled mappings write.
  package static let literalBytesMax = 16 << 20
  /// Bytes of a date's `format`.
  package static let formatBytesMax = 256
  /// Bytes of a regular expression.
  package static let expressionBytesMax = 1_024
  /// Instructions of a compiled regular expression; its time per character is bounded by it.
  package static let expressionInstructionsMax = 2_000
  /// Issues that a page reports; the others are counted.
  package static let issuesMax = 100
  /// Messages that an error response gives, and bytes of each.
  package static let messagesMax = 100
  package static let messageBytesMax = 4_096
  /// Digits of an `integer`, as of the fraction of a date.
  package static let digitsMax = Moment.fractionDigitsMax
  /// Bytes of one page's mapped items.
  package static let mappedBytesMax = 256 << 20
  /// Steps of mapping one page (see `WorkBudget`): some seconds of work.
  package static let pageStepsMax = 4_000_000_000
  /// Steps after which a page is mapped in the background, so that no caller waits for it: some
  /// milliseconds.
  package static let promptStepsMax = 16_000_000
  /// Costs in steps: beginning a frame, looking at a member of a keyed object, and visiting a state
  /// of a regular expression.
  static let frameSteps = 128
  static let memberSteps = 64
  static let stateSteps = 4
  /// Maximum nesting of related items that are mapped, each with a frame of its own; this many take
  /// less than 450 KB of stack.
  package static let relatedDepthMax = 256

  /// The maximum steps of a frame with the related mappings compiled into it; beyond that, a
  /// related mapping is called.
  static let inlineStepsMax = 512
  /// The same for all frames together, so that a graph of mappings is not written out: from there
  /// on each mapping is compiled once, and called.
  static let inlineStepsOfAllMax = 10_000
  /// Maximum nesting of mappings compiled inside each other, and the maximum number of keys that
  /// lead to the innermost.
  static let inlineDepthMax = 8
  static let inlineKeysMax = 16

  /// Throws where there are more of something than its maximum.
  static func check(
    _ count: Int, _ maximum: Int, of what: String, at place: String
  ) throws(JSONFieldError) {
    guard count <= maximum else {
      throw JSONFieldError(place, expected: "at most \(maximum) \(what)")
    }
  }
}
