// The same from CommonJS; checked by tsc, never run.

import { Client, load, open, PaginatorError, type Page } from "paginator-client";
import type { OpenParams } from "paginator-client/types";
import paginator = require("paginator-client");

const params: OpenParams = { url: "https://api.example.com/" };

async function main(): Promise<void> {
  const pages = await open<{ id: number }>(params);
  const page: Page<{ id: number }> = await pages.next();
  page.items[0].id.toFixed();
  const { Client: Loaded } = await load();
  const clients: Client[] = [new Loaded(), new paginator.Client()];
  await Promise.all(clients.map((client) => client.close()));
}

main().catch((error: unknown) => (error instanceof PaginatorError ? error.kind : String(error)));
