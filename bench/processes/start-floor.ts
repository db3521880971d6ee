// The least that starts on a database: the embedded PostgreSQL, one connection to it, and bare node:http.
import { enableCompileCache } from "node:module";
import { join } from "node:path";

// As for the server, nothing may be imported before this.
enableCompileCache(join(import.meta.dirname, "../../node_modules/.cache/compiled"));
const { createServer } = await import("node:http");
const { Client } = await import("pg");
const { startEmbedded } = await import("#server/platform/db/embedded.ts");

const embedded = await startEmbedded(process.env.DATA_DIR ?? "");
const client = new Client({ connectionString: embedded.url });
await client.connect();
const server = createServer(async (_request, response) => {
  await client.query("select 1");
  response.end();
});
server.listen(Number(process.env.PORT), process.env.HOST);
process.once("SIGTERM", async () => {
  await client.end();
  await embedded.stop();
  process.exit(0);
});
