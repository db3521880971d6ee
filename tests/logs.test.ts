import { sql } from "kysely";
import { expect, it } from "vitest";
import { changeEmail, changeNames } from "#contract/accounts/accounts.ts";
import { signInByPasskey } from "#contract/accounts/passkeys.ts";
import { login } from "#contract/accounts/sign-in.ts";
import { addManualEvent } from "#contract/calendar/manual-events.ts";
import { changeCalendarSettings } from "#contract/calendar/settings.ts";
import type { EndpointShape } from "#contract/endpoint.ts";
import { addHelpPhrase } from "#contract/help/phrases.ts";
import { askForHelp } from "#contract/help/requests.ts";
import { verifyInvitation } from "#contract/invitations.ts";
import { addLocalEvent, subscribeToLocalEventFeed } from "#contract/local-events.ts";
import { addPushSubscription } from "#contract/messages.ts";
import { createPuzzle } from "#contract/puzzles.ts";
import { fetchCalendar, subscribe } from "./support/calendar-app.ts";
import { Client } from "./support/client.ts";
import { dentist } from "./support/events.ts";
import { calendar, useFeedServer } from "./support/feed-server.ts";
import { startLogged } from "./support/log.ts";
import { codeFor, invite, type Person, signUp, signUpByPhone } from "./support/people.ts";
import { chooseAt, comeBack, exchange, leaveForGoogle, returnTokenIn } from "./support/sign-in/google.ts";
import { askFromPage, signInOptions, signInWith, withPasskey } from "./support/sign-in/passkeys.ts";

it("what people enter and their secrets appear in no log", async () => {
  const { server, lines } = await startLogged();
  const canary = "Canarywren";
  const anna = await signUpByPhone(server, { name: canary });
  const code = codeFor(server, anna.phoneNumber);
  const inviteCode = await invite(anna, "grandparent", canary);
  const calendar = await subscribe(anna);
  await fetchCalendar(server, calendar);
  await anna.client.call(askForHelp, { body: { text: canary } });
  await anna.client.ask(verifyInvitation, { query: { code: inviteCode } });
  await new Client(server.url).ask(login, { body: { username: canary, password: "canary-password" } });
  // PostgreSQL refuses this row, and its error quotes the whole row.
  await server.database.kysely.schema
    .alterTable("people")
    .addCheckConstraint("no_wrens", sql`username not like '%wren 2'`)
    .execute();
  const broken = await anna.client.ask(changeNames, { body: { username: `${canary} 2` } });
  expect(broken.status).toBe(500);
  await server.stop();

  const log = lines.join("");
  expect(log).toContain("a request failed");
  const secrets = [
    canary,
    "canary-password",
    anna.phoneNumber,
    inviteCode,
    anna.client.token ?? "no token",
    calendar.replace(/^\/calendar\/|\.ics$/g, ""),
  ];
  for (const secret of secrets) expect(log).not.toContain(secret);
  // Six digits can also be part of a time.
  expect(log).not.toMatch(new RegExp(`(?<![\\d.])${code}(?!\\d)`));
});

it("what a sign-in with Google sends and receives appears in no log", async () => {
  const { server, lines } = await startLogged();
  const choice = { name: "Canarywren", email: "canarywren@example.com" };
  const browser = new Client(server.url);
  const inviteCode = await invite(await signUp(server), "child");
  const callback = await chooseAt(browser, await leaveForGoogle(browser, { inviteCode }), choice);
  const address = await comeBack(browser, callback);
  const { token = "no token" } = await exchange(browser, address);
  // Both are refused: a callback that was used before, and a code that the provider doesn't accept.
  await comeBack(browser, callback);
  const fresh = await chooseAt(browser, await leaveForGoogle(browser), choice);
  await comeBack(browser, fresh.replace(/code=[^&]+/, "code=canary-code"));
  await server.stop();

  const log = lines.join("");
  expect(log).toContain("the sign-in provider's answer was refused");
  const { searchParams } = new URL(callback, server.url);
  const taken = ["code", "state"].map((name) => searchParams.get(name) ?? "nothing");
  const secrets = ["anarywren", "canary-code", inviteCode, ...taken, returnTokenIn(address), token];
  for (const secret of secrets) expect(log).not.toContain(secret);
});

it("what adding and using a passkey sends and receives appears in no log", async () => {
  const { server, lines } = await startLogged();
  const anna = await signUp(server);
  const { authenticator } = await withPasskey(server, anna);
  const { client } = await signInWith(server, authenticator);
  const options = await signInOptions(server, client);
  const signed = authenticator.sign(options, { isVerified: false });
  expect((await askFromPage(server, client, signInByPasskey, signed)).status).toBe(400);
  await server.stop();

  const log = lines.join("");
  expect(log).toContain("/api/auth/passkey");
  const browser = client.cookieHeader.match(/porchlight_passkey=([\w-]+)/)?.[1] ?? "no cookie";
  const secrets = [options.challenge, ...Object.values(signed), browser, client.token ?? "no token"];
  for (const secret of secrets) expect(log).not.toContain(secret);
});

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
    [subscribeToLocalEventFeed, { url: feed("things"), name: canary }, "subscribed_calendars"],
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
async function enter({ client }: Person, canary: string, ...expected: number[]): Promise<string[]> {
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
