// Proxies in front of PostgreSQL: one delays the end of each answer, "ready for query", as a slow network can. One
// delays what a server hears. One falls silent, like a host that lost its network.
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

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

/** Delays all answers on connections that listen, and withholds them while `silence` is set. */
class Listening {
  readonly #delayMs: number;
  silence: Promise<void> | undefined;

  constructor(delayMs: number) {
    this.#delayMs = delayMs;
  }

  forward = (client: Socket, postgres: Socket): void => {
    let isListening = false;
    client.on("data", (sent: Buffer) => {
      isListening ||= sent.includes("listen ");
      postgres.write(sent);
    });
    postgres.on("data", async (answer: Buffer) => {
      if (isListening) {
        await pause(this.#delayMs);
        await this.silence;
      }
      client.write(answer);
    });
    client.on("close", () => postgres.destroy()).on("error", () => postgres.destroy());
    postgres.on("close", () => client.destroy()).on("error", () => client.destroy());
  };
}

/** Forwards nothing more on the connections that were open when it fell silent, and does not close them. */
class Vanishing {
  readonly #connections = new Set<{ isSilent: boolean }>();

  fallSilent(): void {
    for (const connection of this.#connections) connection.isSilent = true;
  }

  forward = (client: Socket, postgres: Socket): void => {
    const connection = { isSilent: false };
    this.#connections.add(connection);
    const pass = (from: Socket, to: Socket) =>
      from
        .on("data", (sent) => connection.isSilent || to.write(sent))
        .on("close", () => to.destroy())
        .on("error", () => to.destroy());
    pass(client, postgres);
    pass(postgres, client);
  };
}

interface Proxy {
  url: string;
  stop(): Promise<void>;
}

/** Starts a proxy that delays everything that servers hear from the PostgreSQL at `url` by `delayMs`. */
export async function startLateListening(url: string, delayMs: number) {
  const listening = new Listening(delayMs);
  return { listening, ...(await startDelayedPostgres(url, listening.forward)) };
}

/** Starts a proxy in front of the PostgreSQL at `url` that can disappear, as if another host took its place. */
export async function startVanishingPostgres(url: string) {
  const vanishing = new Vanishing();
  return { vanishing, ...(await startDelayedPostgres(url, vanishing.forward)) };
}

/** Starts the proxy in front of the PostgreSQL at `url`, which listens on a Unix socket. */
export async function startDelayedPostgres(url: string, forward = cutAnswers): Promise<Proxy> {
  const [address = "", encodedFolder = ""] = url.split("?host=");
  const postgresFolder = decodeURIComponent(encodedFolder);
  const folder = await mkdtemp(join(tmpdir(), "porchlight-late-"));
  const server = createServer((client) => forward(client, connect(join(postgresFolder, socketName)))).listen(
    join(folder, socketName),
  );
  await once(server, "listening");
  return {
    url: `${address}?host=${encodeURIComponent(folder)}`,
    async stop() {
      server.close();
      await rm(folder, { recursive: true });
    },
  };
}
