import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { freePort } from "#tests/support/free-port.ts";
import type { Fault, Protocol } from "./faults.ts";

/** The connection between a server and a provider, on which faults can be simulated. */
export class Wire {
  readonly #protocol: Protocol;
  readonly #server = createServer((socket) => this.#carry(socket));
  readonly #sockets = new Set<Socket>();
  #provider = 0;
  #fault: Fault | undefined;
  #port = 0;

  constructor(protocol: Protocol) {
    this.#protocol = protocol;
  }

  get port(): number {
    return this.#port;
  }

  /** Starts to forward connections to the provider on that port. */
  async open(provider: number): Promise<void> {
    this.#provider = provider;
    this.#port = await freePort();
    await this.#listen();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    if (this.#server.listening) await new Promise((done) => this.#server.close(done));
  }

  /** Applies a fault until `heal`, and cuts existing connections. */
  async suffer(fault: Fault): Promise<void> {
    this.#fault = fault;
    if (fault === "refused") await this.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  async heal(): Promise<void> {
    const fault = this.#fault;
    this.#fault = undefined;
    for (const socket of this.#sockets) socket.destroy();
    if (fault === "refused") await this.#listen();
  }

  async #listen(): Promise<void> {
    this.#server.listen(this.#port, "127.0.0.1");
    await once(this.#server, "listening");
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket)).on("error", () => socket.destroy());
  }

  #carry(socket: Socket): void {
    this.#keep(socket);
    const fault = this.#fault;
    if (fault && fault !== "refused" && fault !== "accepted silently")
      this.#protocol.impostors[fault](socket);
    else this.#join(socket, fault === "accepted silently");
  }

  #join(socket: Socket, isSilent: boolean): void {
    const provider = connect(this.#provider, "127.0.0.1");
    this.#keep(provider);
    socket.pipe(provider);
    if (!isSilent) {
      provider.pipe(socket);
      socket.on("close", () => provider.destroy());
      provider.on("close", () => socket.destroy());
      return;
    }
    const { goAhead } = this.#protocol;
    let isAccepting = !goAhead;
    provider.on("data", (bytes) => {
      if (isAccepting) return;
      socket.write(bytes);
      isAccepting = goAhead?.test(String(bytes)) ?? true;
    });
  }
}
