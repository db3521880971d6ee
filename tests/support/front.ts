// A proxy in front of a server. Closing it is a lost connection, in any browser.

import { once } from "node:events";
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { connect, createServer as createPlainServer, type Server, type Socket } from "node:net";
import { createServer } from "node:tls";
import { afterAll, beforeAll } from "vitest";
import { makeCertificate } from "./certificate.ts";
import { newFolder } from "./folder.ts";
import { freePort } from "./free-port.ts";
import { startServer, type TestServer } from "./server.ts";
import { dist } from "./window.ts";

type Protocol = "http" | "https";

class Front {
  readonly server: TestServer;
  /** Where people open the app. */
  readonly url: string;
  readonly #port: number;
  readonly #listener: Server;
  readonly #sockets = new Set<Socket>();

  constructor(protocol: Protocol, port: number, server: TestServer, listener: Server) {
    this.url = `${protocol}://localhost:${port}`;
    this.server = server;
    this.#port = port;
    this.#listener = listener;
    // A connection counts before it is encrypted, because the listener waits for that one, too, before it closes.
    listener.on("connection", (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on("error", () => socket.destroy()).on("close", () => this.#sockets.delete(socket));
    });
    listener.on(protocol === "https" ? "secureConnection" : "connection", (socket) => this.#forward(socket));
  }

  #forward(socket: Socket): void {
    const { hostname, port } = new URL(this.server.url);
    const onward = connect(Number(port), hostname);
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const)
      one.pipe(other).on("error", () => one.destroy());
    socket.on("close", () => onward.destroy());
    onward.on("close", () => socket.destroy());
  }

  /** From now on the server can be reached. */
  async open(): Promise<void> {
    await once(this.#listener.listen(this.#port, "localhost"), "listening");
  }

  /** From now on it can't, and what was under way breaks. */
  async close(): Promise<void> {
    const closed = once(this.#listener.close(), "close");
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

async function encryptedListener(): Promise<Server> {
  const folder = await newFolder();
  const { certificate, key } = makeCertificate(folder);
  const listener = createServer({ cert: readFileSync(certificate), key: readFileSync(key) });
  await rm(folder, { recursive: true });
  return listener;
}

async function startFront(protocol: Protocol): Promise<Front> {
  const port = await freePort();
  const listener = protocol === "https" ? await encryptedListener() : createPlainServer();
  const server = await startServer({ dist, env: { PUBLIC_URL: `${protocol}://localhost:${port}` } });
  const front = new Front(protocol, port, server, listener);
  await front.open();
  return front;
}

/** One server for the tests of a file, with a front before it. */
export function useFront(protocol: Protocol): () => Front {
  let front: Front | undefined;
  beforeAll(async () => {
    front = await startFront(protocol);
  });
  afterAll(async () => {
    await front?.close();
    await front?.server.stop();
  });
  return () => {
    if (!front) throw new Error("The server has not started yet.");
    return front;
  };
}
