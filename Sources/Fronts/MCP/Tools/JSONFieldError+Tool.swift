import JSON
import Wire

extension JSONFieldError {
  /// What is wrong with an argument, in one sentence without hidden characters.
  var toolSentence: String { PlainText.escaped(sentence) }
}
