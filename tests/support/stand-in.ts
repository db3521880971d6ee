import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { afterAll, beforeAll } from "vitest";
import { freePort } from "./free-port.ts";

/** Stands in for somebody else's server. The test decides what it answers and sees what it was sent. */
export abstract class StandIn {
  protected readonly server = createServer((request, response) => void this.handle(request, response));

  protected abstract handle(request: IncomingMessage, response: ServerResponse): unknown;

  get port(): number {
    const address = this.server.address();
    return typeof address === "object" && address ? address.port : 0;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async open(): Promise<void> {
    this.server.listen(await freePort(), "127.0.0.1");
    await once(this.server, "listening");
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }
}

/** Opens the stand-in for the tests of a file. */
export function useStandIn<One extends StandIn>(standIn: One): One {
  beforeAll(() => standIn.open());
  afterAll(() => standIn.close());
  return standIn;
}
