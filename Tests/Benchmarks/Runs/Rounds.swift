/// Takes turns: in every round each contestant runs once, and who starts changes from round to
/// round, so that a machine that gets slower is so for all.
enum Rounds {
  /// What each contestant measured, by its position.
  static func interleaved<Contestant, Measure>(
    _ rounds: Int, _ contestants: [Contestant],
    _ run: (Contestant) throws(BenchmarkError) -> Measure
  ) throws(BenchmarkError) -> [[Measure]] {
    var measures = [[Measure]](repeating: [], count: contestants.count)
    for round in 0..<rounds {
      for turn in contestants.indices {
        let position = (round + turn) % contestants.count
        measures[position].append(try run(contestants[position]))
      }
    }
    return measures
  }
}
