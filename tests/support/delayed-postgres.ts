// A proxy in front of PostgreSQL that delays the end of each answer, "ready for query", as a slow network
// can.
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const socketName = ".s.PGSQL.5432";
/** ReadyForQuery is a type byte, the length, and the transaction status. */
const readyBytes = 6;
const delayMs = 50;

function cutAnswers(client: Socket, postgres: Socket): void {
  client.pipe(postgres);
  postgres.on("data", (answer: Buffer) => {
    client.write(answer.subarray(0, -readyBytes));
    setTimeout(() => client.write(answer.subarray(-readyBytes)), delayMs);
  });
  postgres.on("error", () => client.destroy()).on("close", () => client.end());
  client.on("error", () => postgres.destroy());
}

/** Starts the proxy in front of the PostgreSQL at `url`, which listens on a Unix socket. */
export async function startDelayedPostgres(url: string): Promise<{ url: string; stop(): Promise<void> }> {
  const [address = "", encodedFolder = ""] = url.split("?host=");
  const postgresFolder = decodeURIComponent(encodedFolder);
  const folder = await mkdtemp(join(tmpdir(), "porchlight-late-"));
  const server = createServer((client) =>
    cutAnswers(client, connect(join(postgresFolder, socketName))),
  ).listen(join(folder, socketName));
  await once(server, "listening");
  return {
    url: `${address}?host=${encodeURIComponent(folder)}`,
    async stop() {
      server.close();
      await rm(folder, { recursive: true });
    },
  };
}
