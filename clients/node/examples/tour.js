// A tour of the methods of pages, on the sample API:
//
//     paginator sample-api
//     node examples/tour.js http://127.0.0.1:PORT

import { open } from "paginator-client";

// Read by a program that stops early, as in `| head`, this one stops, too.
process.stdout.on("error", (error) => process.exit(error.code === "EPIPE" ? 0 : 1));

const [api = "http://127.0.0.1:8080"] = process.argv.slice(2);

const pages = await open({
  url: `${api}/page?page=:currentPage&per_page=:perPage`,
  itemsPath: "articles",
  paginationMapping: { "pagination.total_objects": "objectCount" },
  fetching: { retries: 0 },
});

function show({ id, title, author }) {
  console.log(`  ${String(id).padStart(3)}  ${title.padEnd(28)} ${author.login}`);
}

const first = await pages.next();
const { pageCount, objectCount } = first.state;
console.log(`Page ${first.page} of ${pageCount}, ${objectCount} items, in one request:`);
first.items.slice(0, 3).forEach(show);
console.log(`       ... ${first.items.length - 3} more`);

const window = await pages.items(99, 2);
console.log("\nTwo items from the middle, by their index:");
window.items.forEach(show);

console.log("\nA load that fails:");
try {
  await pages.next({ parameters: { fault: "503" } });
} catch (error) {
  console.log(`  ${error.name} ${error.code} ${error.kind}: ${error.message}`);
  console.log(`  retryable: ${error.retryable}; still on page ${pages.state.currentPage}`);
}

console.log("\nA loop, from the beginning, left in the middle:");
let count = 0;
for await (const { title } of pages) {
  count += 1;
  if (count === 60) {
    console.log(`  item 60 is "${title}" on page ${pages.state.currentPage}`);
    break;
  }
}

console.log("\nAll the rest, several pages at a time:");
const summary = await pages.walk({
  onProgress: ({ page, itemCount, total }) => {
    const bar = "#".repeat(Math.round((itemCount / total) * 30)).padEnd(30, "-");
    console.log(`  [${bar}] page ${page}, ${itemCount} of ${total} items`);
  },
});
console.log(`  ${summary.verdict}: ${summary.pages} pages, because of ${summary.endReason.kind}`);

await pages.close();
