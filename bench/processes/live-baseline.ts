// The least that takes a help request to open screens: bare node:http, one INSERT with NOTIFY, and server-sent events.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Client } from "pg";
import { answer, taskOptions } from "./task.ts";
import { familyOf } from "./wire/connection.ts";

export interface LiveBaseline {
  readonly databaseUrl: string;
  readonly createTable: string;
  /** Stores its only parameter and publishes it. */
  readonly insert: { readonly name: string; readonly text: string };
}

const { databaseUrl, createTable, insert } = taskOptions<LiveBaseline>();
const headers = { "content-type": "text/event-stream", "cache-control": "no-store, no-transform" };
const screens = new Map<number, ServerResponse[]>();

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  return client;
}

function familyThatSent({ headers: { cookie, authorization } }: IncomingMessage): number {
  const [, person] = /bench-(\d+)/.exec(cookie ?? authorization ?? "") ?? [];
  return familyOf(Number(person));
}

const writer = await connect();
await writer.query(createTable);
const listener = await connect();
listener.on("notification", ({ payload = "" }) => {
  const { familyId } = JSON.parse(payload);
  for (const stream of screens.get(familyId) ?? []) stream.write("event: help-requests\ndata:\n\n");
});
await listener.query("listen live");

const server = createServer(async (request, response) => {
  const familyId = familyThatSent(request);
  if (request.url === "/api/live") {
    response.writeHead(200, headers).write("retry: 1000\n\n");
    screens.getOrInsertComputed(familyId, () => []).push(response);
    return;
  }
  const payload = JSON.stringify({ familyId, events: ["help-requests"] });
  await writer.query({ ...insert, values: [payload] });
  response.writeHead(201, { "content-type": "application/json", "content-length": 2 }).end("{}");
});

server.listen(0, "127.0.0.1", () => answer({ port: Object(server.address()).port }));
process.on("disconnect", () => process.exit());
