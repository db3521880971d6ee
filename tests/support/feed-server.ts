// Stands in for somebody else's web server. The test decides what it answers.
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import type { Person } from "./people.ts";
import type { TestServer } from "./server.ts";
import { StandIn, useStandIn } from "./stand-in.ts";

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** A calendar from tests/feeds, by its file name. */
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
  /** Requested paths, oldest first. */
  readonly asked: string[] = [];
  connections = 0;

  constructor() {
    super();
    this.server.on("connection", () => {
      this.connections += 1;
    });
  }

  protected handle(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? "";
    this.asked.push(path);
    const answer = this.#answers.get(path);
    if (answer) answer(response, request);
    else response.writeHead(404).end("Not found");
  }

  at(path: string): string {
    return this.origin + path;
  }

  /** Sets the answer at a path from now on, and returns its URL. */
  answer(path: string, answer: Answer): string {
    this.#answers.set(path, answer);
    return this.at(path);
  }

  /** Serves a calendar at a path. */
  serve(path: string, text: string): string {
    return this.answer(path, (response) =>
      response.writeHead(200, { "content-type": "text/calendar" }).end(text),
    );
  }
}

/** Serves a calendar with a lunch, and returns its URL. */
export const serveLunch = (feeds: FeedServer): string =>
  feeds.serve("/day.ics", calendar(["Lunch", ":20261120T170000Z"]));

export const useFeedServer = (): FeedServer => useStandIn(new FeedServer());

/** Adds a row for a library's calendar that the family subscribes to and that was just fetched. */
export async function addFeedRow({ world, database, clock }: TestServer, { familyId }: Person) {
  const now = clock.now();
  const sealed_url = world.secrets.seal("https://example.com/feed.ics");
  const known = { digest: Buffer.alloc(0), parsed_at: now, fetched_at: now, due_at: now };
  const feed = { family_id: familyId, purpose: "local-events", name: "Library", sealed_url } as const;
  const added = database.kysely
    .insertInto("subscribed_calendars")
    .values({ ...feed, ...known })
    .returning("id");
  return (await added.executeTakeFirstOrThrow()).id;
}
