import TestSupport
import Testing

@testable import Sessions

/// What happens to sessions, as the files of `Cases/Dialogues` say.
struct DialogueTests {
  @Test(arguments: Dialogue.all)
  func itGoesAsItIsWritten(_ dialogue: Dialogue) throws { try Play(dialogue).run() }

  @Test(arguments: [
    #"{"open": "counted", "steps": [{"requests": 0}]}"#,
    #"{"id": "a", "open": "counted", "step": [{"requests": 0}]}"#,
    #"{"id": "a", "open": "uncounted", "steps": [{"requests": 0}]}"#,
    #"{"id": "a", "open": "counted", "steps": [{"requests": 0, "jump": 1}]}"#,
    #"{"id": "a", "open": "counted", "steps": ["requests"]}"#,
    #"{"id": "a", "open": "counted", "steps": [{"walk": {"page": 1}}]}"#,
    #"{"id": "a", "open": "counted", "steps": [{"load": "next", "cancel": true}]}"#,
    #"{"id": "a", "open": "counted"}"#,
    #"{"id": "a", "each": {"$a": []}, "open": "counted", "steps": [{"requests": 0}]}"#,
    #"{"id": "a", "each": {"$a": [1, 1]}, "open": "counted", "steps": [{"requests": 0}]}"#,
    """
    {"id": "a", "open": "counted", "steps": [{"requests": 0}]}
    {"id": "a", "open": "counted", "steps": [{"requests": 0}]}
    """,
  ])
  func aMistakeIsSeen(file: String) {
    #expect(throws: Dialogue.Mistake.self) {
      for dialogue in try Dialogue.read(file, of: "mistakes") { try Play(dialogue).run() }
    }
  }
}
