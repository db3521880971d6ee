import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { SMTPServer } from "smtp-server";
import { expect, it } from "vitest";
import { changeEmail, changeNames } from "#contract/accounts/accounts.ts";
import { signInByPasskey } from "#contract/accounts/passkeys.ts";
import { login, requestVerification } from "#contract/accounts/sign-in.ts";
import { addManualEvent } from "#contract/calendar/manual-events.ts";
import { changeCalendarSettings } from "#contract/calendar/settings.ts";
import { hourMs, minuteMs } from "#contract/durations.ts";
import type { EndpointShape } from "#contract/endpoint.ts";
import { addHelpPhrase } from "#contract/help/phrases.ts";
import { acknowledgeHelpRequest, askForHelp } from "#contract/help/requests.ts";
import { listIceServers } from "#contract/help/video-calls.ts";
import { verifyInvitation } from "#contract/invitations.ts";
import { addLocalEvent, subscribeToLocalEventFeed } from "#contract/local-events.ts";
import { addPushSubscription, setAppriseAddress } from "#contract/messages.ts";
import { createPuzzle } from "#contract/puzzles.ts";
import { accessTokens, calendarsAt } from "#server/features/calendar/google/calendar-api.ts";
import { readConfig } from "#server/platform/config/config.ts";
import { smtpEmail } from "#server/platform/messages/email/smtp.ts";
import { sendByFirst, textProvidersOf } from "#server/platform/messages/sms/providers.ts";
import { twilioTexts } from "#server/platform/messages/sms/twilio.ts";
import type { Senders } from "#server/platform/world.ts";
import { sendersFor } from "#server/senders.ts";
import { fetchCalendar, subscribe } from "./support/calendar-app.ts";
import { addEmail } from "./support/channels.ts";
import { Client } from "./support/client.ts";
import { deliverDue, syncGoogleCalendars } from "./support/due-work.ts";
import { dentist } from "./support/events.ts";
import { calendar, useFeedServer } from "./support/feed-server.ts";
import { startLogged } from "./support/log.ts";
import { codeFor, invite, join, type Person, signUp, signUpByPhone } from "./support/people.ts";
import { usePushService } from "./support/push-service.ts";
import type { TestServer } from "./support/server.ts";
import { connectAs } from "./support/sign-in/calendar.ts";
import { chooseAt, comeBack, exchange, leaveForGoogle, returnTokenIn } from "./support/sign-in/google.ts";
import { askFromPage, signInOptions, signInWith, withPasskey } from "./support/sign-in/passkeys.ts";
import { StandIn, useStandIn } from "./support/stand-in.ts";

it("what people enter and their secrets appear in no log", async () => {
  const { server, lines } = await startLogged();
  const canary = "Canarywren";
  const anna = await signUpByPhone(server, { name: canary });
  const code = codeFor(server, anna.phoneNumber);
  const inviteCode = await invite(anna, "grandparent", canary);
  const calendar = await subscribe(anna);
  await fetchCalendar(server, calendar);
  await anna.client.call(askForHelp, { body: { text: canary } });
  await anna.client.call(setAppriseAddress, { body: { url: `tgram://1:${canary}/1` } });
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

/** Answers everything with an error that repeats what was sent, as some services do. */
class EchoStandIn extends StandIn {
  readonly asked: string[] = [];

  protected async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url, headers } = request;
    const echo = JSON.stringify({ method, url, headers, body: await text(request) });
    this.asked.push(`${url}`);
    const error = { code: 500, message: echo, status: echo, error_description: echo };
    response.writeHead(500, { "content-type": "application/json" }).end(JSON.stringify({ error, ...error }));
  }
}
const echo = useStandIn(new EchoStandIn());
const browser = usePushService();

/** A mail server that refuses everybody, and repeats the address. */
const mailServer = () =>
  new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ["STARTTLS"],
    onAuth: (_, __, done) => done(null, { user: "porchlight" }),
    onRcptTo: ({ address }, _, done) => done(new Error(`No mailbox ${address}`)),
  });

/** The senders of a server in production, all of whose services are ours. */
function failingSenders({ world }: TestServer, smtpPort: number): Senders {
  const { origin } = echo;
  const { publicUrl } = world.config;
  const secret = "canary-secret";
  const texts = [
    twilioTexts(
      { provider: "twilio", accountSid: "canary-account", authToken: secret, from: "+16145550100" },
      publicUrl,
      { origin },
    ),
    ...textProvidersOf(
      readConfig({
        SMS_HTTP_URL: `${origin.replace("//", `//user:${secret}@`)}/${secret}?key=${secret}`,
        SMS_HTTP_BODY: "to={to}&message={text}&report={receipt}",
        ANDROID_SMS_URL: `${origin}/${secret}`,
        ANDROID_SMS_USERNAME: "canary-user",
        ANDROID_SMS_PASSWORD: secret,
        ANDROID_SMS_SIGNING_KEY: secret,
      }),
    ),
  ];
  const google = { clientId: "porchlight", clientSecret: secret, issuer: origin, calendarRoot: origin };
  const keycloak = { ...google, id: "keycloak", name: "Keycloak", icon: undefined };
  const config = { ...world.config, isSandbox: false, google, signInProviders: [keycloak] };
  const senders = sendersFor({ ...world, config });
  const access = accessTokens(async () => ({ token: "canary-token", seconds: 3600 }));
  return {
    ...senders,
    google: { ...senders.google, ...calendarsAt(origin, access) },
    sms: sendByFirst(texts, world.log),
    email: smtpEmail({
      url: `smtp://canary-user:${secret}@127.0.0.1:${smtpPort}`,
      from: "hello@example.com",
    }),
  };
}

it("what a sender says when it fails appears in no log", async () => {
  const relay = { TURN_URL: "turn:turn.example.com:3478", TURN_SECRET: "canary-relay-secret" };
  const { server, lines } = await startLogged({ env: relay });
  const anna = await signUp(server, { name: "Canarywren" });
  const rose = await join(server, anna, "grandparent", "Canaryrose");
  const { p256dh, auth } = browser.subscription;
  const endpoint = `${echo.origin}/canary-device`;
  await anna.client.call(addPushSubscription, { body: { endpoint, keys: { p256dh, auth } } });
  await addEmail(server, anna, "canarywren@example.com");
  await connectAs(anna, { account: "sandbox-anna" });

  const mail = mailServer();
  const listening = mail.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const address = listening.address();
  const smtpPort = typeof address === "object" && address ? address.port : 0;
  Object.assign(server.world.senders, failingSenders(server, smtpPort));

  const { id } = await rose.client.call(askForHelp, { body: { text: "Canary seed, please" } });
  await deliverDue(server.world);
  server.clock.advance(3 * minuteMs);
  for (let pass = 0; pass < 3; pass += 1) await deliverDue(server.world);
  const stranger = new Client(server.url);
  await stranger.ask(requestVerification, { body: { phoneNumber: "+16145551987" } });
  await stranger.ask(requestVerification, { body: { email: "canaryfinch@example.com" } });
  const signIn = { redirectUri: `${server.url}/back`, scope: "openid", state: "canary-state" };
  for (const { authorizationUrl, exchangeCode } of server.world.senders.signInProviders) {
    await expect(authorizationUrl(signIn)).rejects.toThrow();
    await expect(exchangeCode(signIn, new URLSearchParams({ code: "canary" }))).rejects.toThrow();
  }
  server.clock.advance(hourMs);
  await syncGoogleCalendars(server.world);
  await anna.client.call(acknowledgeHelpRequest, { params: { id } });
  const [relayed] = await rose.client.call(listIceServers, { params: { id } });
  await anna.client.ask(listIceServers, { params: { id } });
  await new Promise<void>((done) => mail.close(done));
  await server.stop();

  for (const path of [
    "/canary-device",
    "/canary-account/",
    "/canary-secret?key",
    "/canary-secret",
    "/.well-known",
    "/calendar/v3/",
  ])
    expect(echo.asked.join("\n")).toContain(path);
  const log = lines.join("");
  for (const channel of ["push", "sms", "email"])
    expect(log).toMatch(new RegExp(`"channel":"${channel}".*"a message was not accepted"`));
  const secrets = [
    anna.phoneNumber,
    rose.phoneNumber,
    "+16145551987",
    relayed?.credential ?? "none",
    p256dh,
    auth,
  ];
  for (const secret of secrets) expect(log).not.toContain(secret);
  expect(log.match(/.{200}canary.{200}/i)?.[0]).toBeUndefined();
});
