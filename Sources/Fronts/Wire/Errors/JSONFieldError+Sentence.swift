package import JSON
package import RPC
import Text

extension JSONFieldError {
  /// The problem, in one sentence.
  package var sentence: String {
    let name = path.isEmpty ? "params" : "\"\(ShownText.cut(path))\""
    return switch problem {
    case .missing: "\(name) is missing."
    case .unknown(let nearest): "Unknown field \(name)." + JSONFieldError.hint(nearest)
    case .expected(let what, let nearest): "\(name) must be \(what)." + JSONFieldError.hint(nearest)
    }
  }

  private static func hint(_ nearest: String?) -> String {
    nearest.map { " Did you mean \"\($0)\"?" } ?? ""
  }

  /// The error object of wrong params: `path` leads from them to what is wrong. Long names are cut.
  package var object: RPCError {
    .invalidParams(
      path: ShownText.cut(path, to: ShownText.pathCharactersMax), ShownText.sentence(sentence))
  }
}
