import Foundation
import JSON
import TestSupport

/// The examples in protocol/README.md.
struct ReadmeExample {
  /// A line `--> ` or `<-- ` and what belongs to it.
  struct Step {
    let isSent: Bool
    let message: JSONValue
  }

  /// The number of the section, as in "## 4. A session, message by message".
  let section: Int
  let language: String
  let text: String

  static let text = (try? Built.text("protocol/README.md")) ?? ""

  /// All blocks of code, in their order.
  static let all: [ReadmeExample] = {
    var found: [ReadmeExample] = []
    var section = 0
    var block: (language: String, lines: [Substring])?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        if let open = block {
          found.append(
            ReadmeExample(
              section: section, language: open.language,
              text: open.lines.joined(separator: "\n") + "\n"))
          block = nil
        } else {
          block = (String(line.dropFirst(3)), [])
        }
      } else if block != nil {
        block?.lines.append(line)
      } else if line.hasPrefix("## "), let number = Int(line.dropFirst(3).prefix { $0.isNumber }) {
        section = number
      }
    }
    return found
  }()

  /// A section's text, from its heading to the next.
  static func text(ofSection number: Int) -> String {
    let sections = text.components(separatedBy: "\n## ")
    return sections.first { $0.hasPrefix("\(number). ") } ?? ""
  }

  /// The messages of a conversation; empty where the block is none. `{…}` becomes an object whose
  /// only key is "…".
  func steps() throws -> [Step] {
    var steps: [(isSent: Bool, text: String)] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("--> ") || line.hasPrefix("<-- ") {
        steps.append((line.hasPrefix("-->"), String(line.dropFirst(4))))
      } else if !steps.isEmpty {
        steps[steps.count - 1].text += line.trimmingCharacters(in: .whitespaces)
      }
    }
    return try steps.map { step in
      let text = step.text.replacingOccurrences(of: "{…}", with: "{\"…\":null}")
      return try Step(isSent: step.isSent, message: json(text))
    }
  }
}
