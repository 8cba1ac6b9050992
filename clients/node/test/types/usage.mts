// How the types are meant to be used; checked by tsc, never run.

import {
  CallTimedOut,
  Client,
  errorFrom,
  HTTPStatusError,
  LoadFailed,
  NotComplete,
  open,
  PaginatorError,
  ServerGone,
  type Page,
  type Pages,
  type State,
} from "paginator-client";
import type { EndReason, OpenParams, Pagination } from "paginator-client/types";

interface Article {
  id: number;
  title: string;
}

const params: OpenParams = {
  url: "https://api.example.com/articles?page=:currentPage",
  pagination: { strategy: "cursor", next: "next_cursor", parameter: "cursor" },
  identity: ["id", "title"],
  fetching: { retries: 0, allowedOrigins: ["https://eu.example.com"] },
};
// @ts-expect-error: there is no such strategy
const wrong: Pagination = { strategy: "pages" };

const client = new Client({
  executable: new URL("file:///usr/bin/paginator"),
  env: { HTTPS_PROXY: "http://127.0.0.1:3128" },
  timeout: 60_000,
  credentials: async ({ origin, challenge }) =>
    challenge === null ? null : { headers: { Authorization: origin } },
  extractPage: ({ response, page }) => ({ next: page < 3 ? { url: String(response.body) } : null }),
  // @ts-expect-error: the status is missing
  fetch: () => ({ headers: {}, body: "" }),
});
// @ts-expect-error: there is no such option
new Client({ exectuable: "paginator" });

const { signal } = new AbortController();
const pages: Pages<Article> = await client.open<Article>(params, { signal, strict: true });
const page: Page<Article> = await pages.next({ parameters: { q: ["a", 1, true] } });
const title: string = page.items[0]?.title ?? "";
const state: State = page.state;
const reason: EndReason | null = state.endReason;
const count: number | null = state.objectCount;
const status: number = page.response.status;
// @ts-expect-error: it may be null
const certain: boolean = state.hasNextPage;

for await (const article of pages) article.title.toUpperCase();
for await (const each of pages.pages({ timeout: 1000 })) each.items[0].id.toFixed();
const all: Article[] = await pages.toArray();
const walked = await pages.walk({
  maxItems: 3,
  onProgress: async ({ page: number, items, percentage }) => [number, items[0].title, percentage],
});
const verdict: "complete" | "capped" | "suspect" | "partial" | "failed" = walked.verdict;
const window = await pages.items(0, 10, { wait: false });
const failed: PaginatorError[] = window.pages.failed.map(({ error }) => errorFrom(error));
const range: { start: number; end: number } = await pages.indexesForPage(3);
await pages.configure({ perPage: 10, headers: { Accept: null } });
// @ts-expect-error: that cannot be changed
await pages.configure({ url: "https://other.example.com" });

const texts: Pages<string> = await open("https://api.example.com/", { raw: true });
const text: string[] = (await texts.next()).items;
const anything = await open(new URL("https://api.example.com/"));
for await (const item of anything) item.whatever.it.has;

pages.on("willRetry", ({ attempt, delaySeconds }) => attempt + delaySeconds);
client.once("exit", (error) => (error === null ? "closed" : error.kind));
client.on("notification", (method, { paginatorId }) => [method, paginatorId]);
// @ts-expect-error: there is no such event
pages.on("loaded", () => {});

const states: State[] = await client.request("paginator/list");
const later: unknown = await client.request("paginator/later", { any: 1 });
const profiles = (await client.profiles()).map(({ name, title: shown }) => `${name}: ${shown}`);
const best = (await client.detect("https://api.example.com/")).candidates[0]?.pagination;
const dispose: Promise<void> = pages[Symbol.asyncDispose]();

try {
  await client.close();
} catch (error) {
  if (error instanceof ServerGone) error.stderr.join("\n");
  else if (error instanceof CallTimedOut) error.data.seconds;
  else if (error instanceof HTTPStatusError) error.status.toFixed();
  else if (error instanceof LoadFailed) error.url?.length;
  else if (error instanceof NotComplete) error.summary.verdict.toUpperCase();
  else if (error instanceof PaginatorError && error.retryable) error.code?.toFixed();
}

export {
  all, best, certain, count, dispose, failed, later, profiles, range, reason, states, status, text,
  title, verdict, wrong,
};
