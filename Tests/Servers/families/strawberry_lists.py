"""Strawberry: a Relay connection, whose cursors count items."""

import json

from listed import Listed

IS_ASYNC = True
QUERY = """query ($first: Int, $after: String) {
  rows(first: $first, after: $after) {
    edges { node { id row } } pageInfo { hasNextPage endCursor }
  }
}"""


def body(**variables):
    return ("-d", json.dumps({"query": QUERY, "variables": variables}))


LISTS = [
    Listed("strawberry connection", "/", arguments=body(), id="node.row"),
    Listed("strawberry connection, first", "/", arguments=body(first=25), id="node.row",
           moves=True, is_opaque=True),
]


def app(rows):
    import strawberry
    from strawberry import relay
    from strawberry.asgi import GraphQL
    from strawberry.schema.config import StrawberryConfig

    @strawberry.type
    class Row(relay.Node):
        number: relay.NodeID[int]
        row: int

    @strawberry.type
    class Query:
        @relay.connection(relay.ListConnection[Row])
        def rows(self) -> list[Row]:
            found = rows.query("SELECT id FROM row ORDER BY rank, id")
            return [Row(number=row["id"], row=row["id"]) for row in found]

    schema = strawberry.Schema(Query, config=StrawberryConfig(relay_max_results=100))
    return GraphQL(schema)
