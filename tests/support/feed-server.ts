// Somebody else's web server, on this machine: what it answers is for the test to say.
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import type { Somebody } from "./people.ts";
import type { TestServer } from "./server.ts";
import { StandIn, useStandIn } from "./stand-in.ts";

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

export class FeedServer extends StandIn {
  readonly #answers = new Map<string, Answer>();
  /** Paths that were asked for, oldest first. */
  readonly asked: string[] = [];
  connections = 0;

  constructor() {
    super();
    this.server.on("connection", () => {
      this.connections += 1;
    });
  }

  protected hear(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? "";
    this.asked.push(path);
    const answer = this.#answers.get(path);
    if (answer) answer(response, request);
    else response.writeHead(404).end("Not found");
  }

  at(path: string): string {
    return this.origin + path;
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

export const useFeedServer = (): FeedServer => useStandIn(new FeedServer());

/** A library's calendar that a family follows, and that was read a moment ago. */
export async function addFeedRow({ world, database, clock }: TestServer, { familyId }: Somebody) {
  const now = clock.now();
  const sealed_url = world.secrets.seal("https://example.com/feed.ics");
  const known = { digest: Buffer.alloc(0), parsed_at: now, read_at: now, due_at: now };
  const feed = { family_id: familyId, purpose: "local-events", name: "Library", sealed_url } as const;
  const added = database.kysely
    .insertInto("feeds")
    .values({ ...feed, ...known })
    .returning("id");
  return (await added.executeTakeFirstOrThrow()).id;
}
