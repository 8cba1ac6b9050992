import JSON

/// Finds mappings that lead to each other without an end.
///
/// A relationship goes down into the data, which ends somewhere, so `user -> posts -> user` is
/// fine. `when`, `otherwise` and a relationship from `@self` hand the same item on: a circle of
/// these alone never ends. `@parent` and `@root` go up: a circle with one of these never ends.
struct ReferenceCycles {
  private enum Direction {
    case down, same, up
  }

  private struct Edge {
    let from: Int
    let target: MappingDefinition.Target
    let direction: Direction
  }

  /// Throws at the first reference that closes such a circle.
  static func check(_ definitions: [MappingDefinition]) throws(JSONFieldError) {
    var edges: [Edge] = []
    for (number, definition) in definitions.enumerated() {
      try append(definition, number, definitions, to: &edges)
    }
    let same = components(definitions.count, edges.filter { $0.direction == .same })
    let all = components(definitions.count, edges)
    for edge in edges {
      let isEndless =
        switch edge.direction {
        case .down: false
        case .same: same[edge.from] == same[edge.target.mapping]
        case .up: all[edge.from] == all[edge.target.mapping]
        }
      if isEndless {
        throw JSONFieldError(edge.target.place, expected: "a mapping that does not lead back here")
      }
    }
  }

  private static func append(
    _ definition: MappingDefinition, _ number: Int, _ definitions: [MappingDefinition],
    to edges: inout [Edge]
  ) throws(JSONFieldError) {
    switch definition.body {
    case .object(let members):
      for member in members {
        guard case .relationship(let target, _) = member.content else { continue }
        let direction: Direction =
          member.source.base != .item ? .up : member.source.path == .root ? .same : .down
        edges.append(Edge(from: number, target: target, direction: direction))
      }
    case .choice(let cases, let otherwise):
      for target in cases.map(\.target) + [otherwise] {
        guard let target else { continue }
        guard definitions[target.mapping].keyedBy == nil else {
          throw JSONFieldError(
            target.place, expected: "a mapping without keyedBy, which makes several items of one")
        }
        edges.append(Edge(from: number, target: target, direction: .same))
      }
    }
  }

  /// For each mapping the number of its circle: those that lead to each other share one.
  ///
  /// Kosaraju's algorithm without recursion: the order in which walks along the edges end,
  /// backwards, makes walks against the edges stay inside one circle.
  private static func components(_ count: Int, _ edges: [Edge]) -> [Int] {
    var forward = Array(repeating: [Int](), count: count)
    var backward = forward
    for edge in edges {
      forward[edge.from].append(edge.target.mapping)
      backward[edge.target.mapping].append(edge.from)
    }
    var visited = Array(repeating: false, count: count)
    var order: [Int] = []
    for start in 0..<count where !visited[start] {
      walk(from: start, forward, &visited) { order.append($0) }
    }
    var component = Array(repeating: 0, count: count)
    visited = Array(repeating: false, count: count)
    for start in order.reversed() where !visited[start] {
      walk(from: start, backward, &visited) { component[$0] = start }
    }
    return component
  }

  /// Visits all that can be reached and was not visited, and reports each when its walk ends.
  private static func walk(
    from start: Int, _ next: [[Int]], _ visited: inout [Bool], ended: (Int) -> Void
  ) {
    var stack = [(node: start, taken: 0)]
    visited[start] = true
    while let top = stack.last {
      if top.taken < next[top.node].count {
        let node = next[top.node][top.taken]
        stack[stack.count - 1].taken += 1
        guard !visited[node] else { continue }
        visited[node] = true
        stack.append((node, 0))
      } else {
        ended(top.node)
        stack.removeLast()
      }
    }
  }
}
