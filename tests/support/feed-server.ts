// Somebody else's web server, on this machine: what it answers is for the test to say.
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** A calendar of the corpus, by the name of its file. */
export const calendarBytes = (name: string): Buffer =>
  readFileSync(join(import.meta.dirname, "../feeds", `${name}.ics`));
export const calendarFile = (name: string): string => calendarBytes(name).toString("utf8");

const event = (title: string, start: string, more: readonly string[]) =>
  ["BEGIN:VEVENT", `UID:${title}`, `SUMMARY:${title}`, `DTSTART${start}`, ...more, "END:VEVENT"].join("\r\n");

/** `calendar(["Lunch", ":20261120T170000Z"])` */
export const calendar = (...events: (readonly [title: string, start: string, ...more: string[]])[]): string =>
  [
    ...["BEGIN:VCALENDAR", "VERSION:2.0"],
    ...events.map(([title, start, ...more]) => event(title, start, more)),
    "END:VCALENDAR",
    "",
  ].join("\r\n");

export class FeedServer {
  readonly #server: Server;
  readonly #answers = new Map<string, Answer>();
  /** Paths that were asked for, oldest first. */
  readonly asked: string[] = [];
  connections = 0;

  constructor() {
    this.#server = createServer((request, response) => {
      const path = request.url ?? "";
      this.asked.push(path);
      const answer = this.#answers.get(path);
      if (answer) answer(response, request);
      else response.writeHead(404).end("Not found");
    });
    this.#server.on("connection", () => {
      this.connections += 1;
    });
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get port(): number {
    const address: AddressInfo | string | null = this.#server.address();
    return typeof address === "object" && address ? address.port : 0;
  }

  at(path: string): string {
    return `http://127.0.0.1:${this.port}${path}`;
  }

  /** Says what is at a path from now on; returns its address. */
  answer(path: string, answer: Answer): string {
    this.#answers.set(path, answer);
    return this.at(path);
  }

  /** A calendar at a path, as its server would send it. */
  serve(path: string, text: string): string {
    return this.answer(path, (response) =>
      response.writeHead(200, { "content-type": "text/calendar" }).end(text),
    );
  }
}

/** One for the tests of a file. */
export function useFeedServer(): FeedServer {
  const server = new FeedServer();
  beforeAll(() => server.open());
  afterAll(() => server.close());
  return server;
}
