import { sql } from "kysely";
import { expect, it } from "vitest";
import { changeEmail } from "#contract/accounts/accounts.ts";
import { addManualEvent } from "#contract/calendar/manual-events.ts";
import { changeCalendarSettings } from "#contract/calendar/settings.ts";
import type { EndpointShape } from "#contract/endpoint.ts";
import { addHelpPhrase } from "#contract/help/phrases.ts";
import { askForHelp } from "#contract/help/requests.ts";
import { addLocalEvent, followLocalEventFeed } from "#contract/local-events.ts";
import { addPushSubscription } from "#contract/messages.ts";
import { createPuzzle } from "#contract/puzzles.ts";
import { dentist } from "./support/events.ts";
import { calendar, useFeedServer } from "./support/feed-server.ts";
import { startLogged } from "./support/log.ts";
import { type Somebody, signUp } from "./support/people.ts";

const feeds = useFeedServer();
const lunch = [":20261120T170000Z"] as const;
const shown = { showKidsEvents: true, showFamilyEvents: true, showAppointments: true };

/** Everything a family can enter, with a canary in it, and the table that stores it. */
function inputs(canary: string): [EndpointShape, unknown, string][] {
  const feed = (name: string) => feeds.serve(`/${canary}-${name}.ics`, calendar([canary, ...lunch]));
  const place = { title: canary, location: canary };
  const keys = { p256dh: canary.padEnd(87, "B"), auth: canary.padEnd(22, "a") };
  return [
    [addManualEvent, { ...dentist, ...place }, "manual_events"],
    [createPuzzle, { question: canary, options: [canary, "No"], correctAnswer: canary }, "puzzles"],
    [addHelpPhrase, { categoryId: 1, phrase: canary }, "family_phrases"],
    [askForHelp, { text: canary }, "help_requests"],
    [addLocalEvent, { ...place, date: dentist.startDate, description: canary }, "local_events"],
    [followLocalEventFeed, { url: feed("things"), name: canary }, "subscribed_calendars"],
    [changeCalendarSettings, { ...shown, calendarUrl: feed("day") }, "subscribed_calendars"],
    [changeEmail, { email: `${canary}@example.com` }, "email_confirmations"],
    [
      addPushSubscription,
      { endpoint: `https://fcm.googleapis.com/fcm/send/${canary}`, keys },
      "push_subscriptions",
    ],
  ];
}

/** Enters all inputs, and returns those that were not answered with one of these statuses. */
async function enter({ client }: Somebody, canary: string, ...expected: number[]): Promise<string[]> {
  const others: string[] = [];
  for (const [endpoint, body] of inputs(canary)) {
    const { status } = await client.ask(endpoint, { body });
    if (!expected.includes(status)) others.push(`${endpoint.path}: ${status}`);
  }
  return others;
}

it("nothing that a family enters appears in a log, even when PostgreSQL refuses the row and quotes it", async () => {
  const { server, lines } = await startLogged();
  const anna = await signUp(server);
  expect(await enter(anna, "Canarywren", 200, 201, 204)).toEqual([]);
  for (const table of new Set(inputs("").map(([, , name]) => name)))
    await sql`alter table ${sql.table(table)} add constraint never check (false) not valid`.execute(
      server.database.kysely,
    );
  expect(await enter(anna, "Canaryfinch", 500)).toEqual([]);
  await server.stop();

  const log = lines.join("");
  expect(log.match(/a request failed/g)).toHaveLength(inputs("").length);
  expect(log).not.toMatch(/canary/i);
});
