/// The Python programs that walk through the sample API. Each reads one JSON object per line,
/// `{"task": "loop", "url": "http://127.0.0.1:8080/page", "pages": 200}`, walks through so many
/// pages of 100 items and prints what it took; a walk that is short of items ends the program.
enum WalkScripts {
  /// Items on a page.
  static let perPage = 100

  /// The part that they have in common; `walks` is a dictionary of functions that return the
  /// number of items, and of what else they measured.
  static let loop = """
    import json, sys, time
    def serve(walks):
        for line in sys.stdin:
            question = json.loads(line)
            began = time.perf_counter()
            asked = [question["url"], question["pages"], *question.get("more", [])]
            items, more = walks[question["task"]](*asked)
            seconds = more.pop("seconds", time.perf_counter() - began)
            if items != question["pages"] * \(perPage):
                sys.exit(f"{items} items came of {question['pages']} pages")
            print(json.dumps({"seconds": seconds, **more}), flush=True)

    """

  /// Paginator by way of its Python client.
  static let paginator =
    loop + """
      import paginator
      client = paginator.Client()
      def peak_bytes():
          try:
              lines = open(f"/proc/{client.pid}/status").read().splitlines()
          except OSError:
              return None
          return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM:"))
      def opened(url):
          return client.open(
              url + "&page=:currentPage&per_page=:perPage", per_page=\(perPage),
              items_path="articles", pagination={"strategy": "page"},
              pagination_mapping={"pagination.total_pages": "pageCount",
                                  "pagination.total_objects": "objectCount"})
      def measured(walk):
          def measure(url, count):
              with opened(url) as pages:
                  began = time.perf_counter()
                  items = walk(pages, count)
                  facts = {"seconds": time.perf_counter() - began, "peakBytes": peak_bytes()}
                  return items, facts
          return measure
      def loop(pages, count):
          return sum(len(pages.next().items) for _ in range(count))
      def walk(pages, count):
          numbers, items = [], 0
          def take(progress):
              nonlocal items
              numbers.append(progress.page.number)
              items += len(progress.page.items)
          summary = pages.walk(take, keep_items=False, max_pages=count, concurrency=8)
          if numbers != list(range(1, count + 1)) or summary.verdict not in ("complete", "capped"):
              sys.exit(f"the walk's verdict is {summary.verdict}, its pages are {numbers[:9]}...")
          return items
      serve({"loop": measured(loop), "walk": measured(walk)})

      """

  /// aiohttp: page after page, and eight at a time in order.
  static let aiohttp =
    loop + """
      import asyncio, aiohttp
      async def page(session, url, number):
          params = {"page": number, "per_page": \(perPage)}
          async with session.get(url, params=params) as response:
              return await response.json()
      async def one_by_one(url, count):
          items, number, last = 0, 1, 1
          async with aiohttp.ClientSession() as session:
              while number <= min(last, count):
                  body = await page(session, url, number)
                  items += len(body["articles"])
                  last = body["pagination"]["total_pages"]
                  number += 1
          return items
      async def eight(url, count):
          async with aiohttp.ClientSession() as session:
              body = await page(session, url, 1)
              items = len(body["articles"])
              last = min(body["pagination"]["total_pages"], count)
              numbers = iter(range(2, last + 1))
              queue = asyncio.Queue()
              def start():
                  for number in numbers:
                      queue.put_nowait(asyncio.create_task(page(session, url, number)))
                      return
              for _ in range(8):
                  start()
              for _ in range(2, last + 1):
                  body = await (await queue.get())
                  items += len(body["articles"])
                  start()
          return items
      serve({"loop": lambda url, count: (asyncio.run(one_by_one(url, count)), {}),
             "walk": lambda url, count: (asyncio.run(eight(url, count)), {})})

      """

  /// dlt's REST client, page after page: it has no other way.
  static let dlt =
    loop + """
      from urllib.parse import urlsplit, parse_qsl
      from dlt.sources.helpers.rest_client import RESTClient
      from dlt.sources.helpers.rest_client.paginators import PageNumberPaginator
      def walk(url, count):
          parts = urlsplit(url)
          client = RESTClient(
              base_url=f"{parts.scheme}://{parts.netloc}", data_selector="articles",
              paginator=PageNumberPaginator(base_page=1, total_path="pagination.total_pages"))
          params = {**dict(parse_qsl(parts.query)), "per_page": \(perPage)}
          return sum(len(page) for page in client.paginate(parts.path, params=params)), {}
      serve({"loop": walk, "walk": walk})

      """
}
