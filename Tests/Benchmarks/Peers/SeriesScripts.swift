/// The Python programs that walk through a list for each of many parents, as ``WalkScripts``: what
/// is asked has the number of parents too.
enum SeriesScripts {
  /// Paginator by way of its Python client.
  static let paginator =
    WalkScripts.loop + """
      import paginator
      client = paginator.Client()
      def settings():
          return dict(
              per_page=\(WalkScripts.perPage), items_path="articles",
              pagination={"strategy": "page"},
              pagination_mapping={"pagination.total_pages": "pageCount",
                                  "pagination.total_objects": "objectCount"})
      def walked(pages):
          items = 0
          def take(progress):
              nonlocal items
              items += len(progress.page.items)
          with pages:
              began = time.perf_counter()
              summary = pages.walk(take, keep_items=False, concurrency=8)
              seconds = time.perf_counter() - began
          if summary.verdict != "complete":
              sys.exit(f"the walk's verdict is {summary.verdict}")
          return items, {"seconds": seconds}
      def each(url, count, parents):
          return walked(client.each(
              range(parents),
              url + "&session=p{item}&page=:currentPage&per_page=:perPage", **settings()))
      def one(url, count, parents):
          return walked(client.open(url + "&page=:currentPage&per_page=:perPage", **settings()))
      serve({"each": each, "one": one})

      """

  /// aiohttp: eight parents at a time, page after page of each.
  static let aiohttp =
    WalkScripts.loop + """
      import asyncio, aiohttp
      async def every(url, count, parents):
          items, numbers = 0, iter(range(parents))
          async with aiohttp.ClientSession() as session:
              async def work():
                  nonlocal items
                  for parent in numbers:
                      number, last = 1, 1
                      while number <= last:
                          params = {
                              "session": f"p{parent}", "page": number,
                              "per_page": \(WalkScripts.perPage)}
                          async with session.get(url, params=params) as response:
                              body = await response.json()
                          items += len(body["articles"])
                          last = body["pagination"]["total_pages"]
                          number += 1
              await asyncio.gather(*(work() for _ in range(8)))
          return items
      serve({"each": lambda *asked: (asyncio.run(every(*asked)), {})})

      """

  /// dlt's REST source: the parents are a resource, and the children resolve a field of it.
  static let dlt =
    WalkScripts.loop + """
      from urllib.parse import urlsplit, parse_qsl
      import dlt
      from dlt.sources.rest_api import rest_api_resources
      def every(url, count, parents):
          parts = urlsplit(url)
          def numbers():
              yield [{"id": number} for number in range(parents)]
          listed = dlt.resource(numbers, name="parents")
          params = {**dict(parse_qsl(parts.query)), "per_page": \(WalkScripts.perPage)}
          children = rest_api_resources({
              "client": {"base_url": f"{parts.scheme}://{parts.netloc}"},
              "resources": [listed, {
                  "name": "children",
                  "endpoint": {
                      "path": parts.path.lstrip("/"), "data_selector": "articles",
                      "params": {**params, "session": "p{resources.parents.id}"},
                      "paginator": {"type": "page_number", "base_page": 1,
                                    "total_path": "pagination.total_pages"}}}]})
          return sum(1 for _ in children[-1]), {}
      serve({"each": every})

      """
}
