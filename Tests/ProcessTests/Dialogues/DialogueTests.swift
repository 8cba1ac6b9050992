import TestSupport
import Testing

/// The cases in `Cases`, run with the built executable.
@Suite(.timeLimit(.minutes(5))) struct DialogueTests {
  @Test(arguments: Dialogue.all(DialogueRun.world, DialogueRun.verbs)) func itGoesAsWritten(
    _ dialogue: Dialogue
  ) throws {
    let run = try DialogueRun(dialogue)
    for number in dialogue.steps.indices { try run.step(number) }
    try run.end()
  }
}
