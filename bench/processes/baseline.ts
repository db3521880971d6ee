// The baseline to compare with: bare node:http that sends prepared bytes, optionally after one prepared
// statement.
import { createServer } from "node:http";
import { Pool } from "pg";
import { answer, taskOptions } from "./task.ts";

export interface Prepared {
  /** Names and values alternate. */
  readonly headers: readonly string[];
  readonly body: string;
}

export interface Baseline {
  readonly answers: Readonly<Record<string, Prepared>>;
  /** When set, one statement by primary key is awaited before each answer. */
  readonly databaseUrl?: string;
}

const { answers, databaseUrl } = taskOptions<Baseline>();
const prepared = new Map(
  Object.entries(answers).map(([path, { headers, body }]) => [path, { headers, body: Buffer.from(body) }]),
);
const pool = databaseUrl ? new Pool({ connectionString: databaseUrl, max: 10 }) : undefined;
const statement = { name: "family", text: "select name, time_zone, country from families where id = $1" };

const server = createServer(async (request, response) => {
  if (pool) await pool.query({ ...statement, values: [1] });
  const { headers = [], body } = prepared.get(request.url ?? "") ?? {};
  response.writeHead(body ? 200 : 404, [...headers]).end(body);
});

server.listen(0, "127.0.0.1", () => answer({ port: Object(server.address()).port }));
process.on("disconnect", () => process.exit());
