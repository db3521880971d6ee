import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import ICAL from "ical.js";
import { sql } from "kysely";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { makeCalendarAddress } from "#contract/calendar/published.ts";
import { leaveFamily } from "#contract/families.ts";
import { promiseHelp } from "#contract/help/promises.ts";
import { acknowledgeHelpRequest, askForHelp, listHelpRequests } from "#contract/help/requests.ts";
import { giveVerdict } from "#contract/help/scams.ts";
import { acceptInvitation, createInvitation } from "#contract/invitations.ts";
import { addPushSubscription } from "#contract/messages.ts";
import { AccountExport, downloadAccount } from "#contract/personal-data/account-export.ts";
import { downloadFamily, FamilyExport } from "#contract/personal-data/family-export.ts";
import { createPuzzle } from "#contract/puzzles.ts";
import { escapeHtml } from "#server/platform/http/pages.ts";
import { addEmail } from "#tests/support/channels.ts";
import { plan } from "#tests/support/events.ts";
import { fullFamily } from "#tests/support/family-file.ts";
import { invite, newPhoneNumber, type Person, reyesFamily, signUp } from "#tests/support/people.ts";
import { sendFace, sendPicture, sendThing } from "#tests/support/photos.ts";
import { sendVoiceMessage } from "#tests/support/recordings.ts";
import { useServer } from "#tests/support/server.ts";
import { addPasskeyRow } from "#tests/support/sign-in/passkeys.ts";
import { unzip } from "#tests/support/zip.ts";
import { titleOf } from "./contents.ts";
import { zipOf } from "./zip-file.ts";

const server = useServer();

interface Exported {
  readonly files: Map<string, string>;
  readonly response: Response;
}

async function download({ client }: Person, { path }: { path: string }): Promise<Exported> {
  const response = await client.fetch("GET", path);
  expect(response.status).toBe(200);
  return { response, files: unzip(Buffer.from(await response.arrayBuffer())) };
}

const accountOf = async (somebody: Person) => {
  const { files } = await download(somebody, downloadAccount);
  return AccountExport.parse(JSON.parse(files.get("data.json") ?? ""));
};

const familyOf = async (somebody: Person) => {
  const { files } = await download(somebody, downloadFamily);
  return FamilyExport.parse(JSON.parse(files.get("data.json") ?? ""));
};

const browser = {
  endpoint: "https://fcm.googleapis.com/fcm/send/rose",
  keys: { p256dh: "B".repeat(87), auth: "a".repeat(22) },
};

/** A family that uses every feature that has a secret. */
async function livelyFamily() {
  const { anna, ben, rose } = await reyesFamily(server());
  await addEmail(server(), anna);
  await plan(anna, { title: "Anna's <b>birthday</b>" });
  const { id } = await rose.client.call(askForHelp, { body: { text: "My lamp is broken." } });
  await ben.client.call(acknowledgeHelpRequest, { params: { id } });
  await anna.client.call(createPuzzle, {
    body: { question: "Which is the red planet?", options: ["Mars", "Venus"], correctAnswer: "Mars" },
  });
  await rose.client.call(addPushSubscription, { body: browser });
  await addPasskeyRow(server(), anna);
  const { url } = await anna.client.call(makeCalendarAddress);
  const inviteCode = await invite(anna, "child", "Carl");
  return { anna, ben, rose, secrets: [inviteCode, url.split("/").at(-1)?.replace(".ics", "") ?? ""] };
}

test("a person downloads a ZIP with everything known about them, for people and for programs", async () => {
  const { rose, anna } = await livelyFamily();
  const { response, files } = await download(rose, downloadAccount);
  expect(response.headers.get("content-type")).toBe("application/zip");
  expect(response.headers.get("content-disposition")).toBe(
    'attachment; filename="porchlight-2026-11-20.zip"',
  );
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect([...files.keys()]).toEqual(["index.html", "data.json", "schema.json", "calendar.ics"]);
  const { account, families, helpRequests } = await accountOf(rose);
  expect(account).toMatchObject([{ name: "Rose", phoneNumber: rose.phoneNumber }]);
  expect(families).toMatchObject([{ id: rose.familyId, role: "grandparent" }]);
  expect(helpRequests).toMatchObject([{ words: "My lamp is broken.", part: "asked", state: "ACKNOWLEDGED" }]);
  expect(files.get("data.json")).not.toContain(anna.phoneNumber);
});

test("the readable page has plain words, no script, and no typed text as markup", async () => {
  const { anna } = await livelyFamily();
  const page = (await download(anna, downloadFamily)).files.get("index.html") ?? "";
  expect(page).toContain("<h2>Requests for help</h2>");
  expect(page).toContain("<td>Co-Administrator</td>");
  expect(page).toContain("My lamp is broken.");
  expect(page).toContain("November 20, 2026");
  expect(page).not.toContain("<script");
  expect(page).not.toContain("<b>");
});

test("the page to read has times and repeats in words, the steps of guides, who comes to an event, whom the plan asks, the phrases that were hidden, and links to pictures", async () => {
  const { anna } = await fullFamily(server());
  const { files } = await download(anna, downloadFamily);
  const page = files.get("index.html") ?? "";
  const { guides, helpPhrases } = await familyOf(anna);
  const [picture] = guides.flatMap(({ steps }) => steps.flatMap((step) => step.picture ?? []));
  expect(page).toContain(`<li>Turn it off. <a href="${picture}">${picture}</a></li><li>Turn it on.</li>`);
  expect([...files.keys()]).toContain(picture);
  expect(page).toContain("<td>November 24, 2026 at 10:00 AM</td>");
  expect(page).toContain("<td>Every week on Tuesday</td>");
  expect(page).toContain("<td>Every day at 8:00 AM and 8:00 PM, 60 times</td>");
  expect(page).not.toContain("FREQ=");
  expect(page).toContain("<li>Rose (coming)</li>");
  expect(page).toContain("<li>At once: everyone, by message on a device, ntfy, Apprise</li>");
  const hidden = helpPhrases.find(({ isHidden, words }) => isHidden && words === null);
  expect(hidden?.builtInWords).toMatch(/\w{2}/);
  expect(page).toContain(escapeHtml(hidden?.builtInWords ?? "none"));
});

test("the page to read has everything but numbers of rows and what is listed here", () => {
  const excused = [
    "activity.details", // Names of settings and numbers of rows, for programs.
    "events.replaces", // The date that was moved; the page shows where it is now.
    "guides.copyOf",
    "helpPhrases.position",
    "helpReplies.marks", // They are drawn on the picture, which is in the ZIP.
    "subscribedCalendars.purpose",
  ];
  const leftOut = [AccountExport, FamilyExport].flatMap(({ shape }) =>
    Object.entries(shape).flatMap(([section, list]) => {
      const row = list instanceof z.ZodMiniArray ? list.def.element : undefined;
      if (!(row instanceof z.ZodMiniObject)) return [];
      const untitled = Object.entries(row.shape).filter(([, column]) => !titleOf(column));
      return untitled.map(([name]) => `${section}.${name}`);
    }),
  );
  const isNumber = (name: string) => /(\.id|Id)$/.test(name);
  expect([...new Set(leftOut)].filter((name) => !isNumber(name)).toSorted()).toEqual(excused);
});

test("promises to call and verdicts about a scam are in the exports of the family and of that person", async () => {
  const { anna, ben, rose } = await livelyFamily();
  const [asked] = (await accountOf(rose)).helpRequests;
  const params = { id: asked?.id ?? 0 };
  const body = { kind: "CALL_AT", minutes: 30, words: "After lunch" } as const;
  await ben.client.call(promiseHelp, { params, body });
  const scam = await rose.client.call(askForHelp, { body: { phraseId: 902 } });
  await ben.client.call(giveVerdict, { params: { id: scam.id }, body: { verdict: "SCAM" } });
  const promised = { helpRequestId: params.id, kind: "CALL_AT", words: "After lunch", isKept: null };
  const said = { helpRequestId: scam.id, verdict: "SCAM" };
  const { files } = await download(anna, downloadFamily);
  for (const data of [JSON.parse(files.get("data.json") ?? ""), await accountOf(ben)])
    expect(data).toMatchObject({ helpPromises: [promised], helpVerdicts: [said] });
  expect(await accountOf(rose)).toMatchObject({ helpPromises: [], helpVerdicts: [] });
});

test("a family with an invitation without e-mail, open or accepted, can be exported, and so can the account of the person who accepted it", async () => {
  const anna = await signUp(server());
  const phoneNumber = newPhoneNumber();
  const body = {
    name: "Rose",
    email: null,
    phoneNumber,
    role: "grandparent",
    familyId: anna.familyId,
  } as const;
  const { inviteCode } = await anna.client.call(createInvitation, { body });
  expect((await familyOf(anna)).invitations).toMatchObject([
    { name: "Rose", email: null, status: "pending" },
  ]);
  const rose = await signUp(server(), { name: "Rose", role: "grandparent", phoneNumber, inviteCode });
  await rose.client.call(acceptInvitation, { body: { inviteCode } });
  expect((await familyOf(anna)).invitations).toMatchObject([{ email: null, status: "accepted" }]);
  expect((await accountOf(rose)).invitationsAccepted).toMatchObject([{ email: null, phoneNumber }]);
});

test("the schema in the ZIP describes every list of the data", async () => {
  const { anna } = await livelyFamily();
  for (const endpoint of [downloadAccount, downloadFamily]) {
    const { files } = await download(anna, endpoint);
    const { properties } = JSON.parse(files.get("schema.json") ?? "");
    expect(Object.keys(properties)).toEqual(Object.keys(JSON.parse(files.get("data.json") ?? "")));
  }
});

test("the calendar has the family's events, even those that were over long ago", async () => {
  const anna = await signUp(server());
  await plan(anna, { title: "Wedding", startDate: "1998-06-06T14:00", endDate: "1998-06-06T18:00" });
  await plan(anna);
  const { files } = await download(anna, downloadFamily);
  const events = new ICAL.Component(ICAL.parse(files.get("calendar.ics") ?? "")).getAllSubcomponents(
    "vevent",
  );
  const titles = events.map((event) => event.getFirstPropertyValue("summary"));
  expect(titles.sort()).toEqual(["Dentist", "Wedding"]);
});

test("no export contains a hash, a token, a key or an address that opens something", async () => {
  const { anna, rose, secrets } = await livelyFamily();
  const db = server().database.kysely;
  const { rows } = await sql<{ secret: string }>`
    select encode(token_hash, 'hex') as secret from sessions union all select encode(token_hash, 'base64') from sessions
    union all select password_hash from people where password_hash is not null
    union all select public_key::text from passkeys union all select credential_id from passkeys
    union all select encode(sealed_code, 'base64') from invitations`.execute(db);
  const hidden = [
    ...[...rows.map(({ secret }) => secret), ...secrets, anna.client.token, rose.client.token],
    ...[browser.endpoint, browser.keys.p256dh, browser.keys.auth],
  ];
  const exported = [
    ...(await download(anna, downloadAccount)).files.values(),
    ...(await download(rose, downloadAccount)).files.values(),
    ...(await download(anna, downloadFamily)).files.values(),
  ].join("\n");
  expect(hidden.filter((secret) => secret && exported.includes(secret))).toEqual([]);
});

test("a ZIP has the pictures and voice messages of its data as files: a person's own, or all of a family's", async () => {
  const { anna, ben, rose } = await livelyFamily();
  const [{ id } = { id: 0 }] = await anna.client.call(listHelpRequests);
  const picture = `pictures/${await sendPicture(rose.client, id)}.jpg`;
  const voiceMessage = `voice-messages/${await sendVoiceMessage(rose.client, id)}.mp3`;
  const face = await sendFace(ben.client);
  const tv = `things/${(await sendThing(anna.client)).pictureId}.jpg`;
  const files = async (somebody: Person, endpoint: { path: string }) =>
    [...(await download(somebody, endpoint)).files.keys()].filter((name) => /\.(jpg|mp3)$/.test(name));
  expect(await files(rose, downloadAccount)).toEqual([picture, voiceMessage]);
  expect(await files(ben, downloadAccount)).toEqual(["my-picture.jpg"]);
  expect(await files(anna, downloadAccount)).toEqual([]);
  expect(await files(anna, downloadFamily)).toEqual([`people/${face}.jpg`, picture, voiceMessage, tv]);
  const { members, helpReplies, things } = await familyOf(anna);
  expect(things).toMatchObject([{ name: "Rose's TV", room: "Living room", notes: "", picture: tv }]);
  expect(members.find(({ name }) => name === "Ben")?.picture).toBe(`people/${face}.jpg`);
  expect(helpReplies).toMatchObject([
    { helpRequestId: id, person: "Rose", picture, voiceMessage: null, words: null },
    { helpRequestId: id, person: "Rose", picture: null, voiceMessage, words: null },
  ]);
  expect((await accountOf(rose)).helpReplies).toMatchObject([{ picture }, { voiceMessage }]);
});

test("what is private to one member is not in the family's export", async () => {
  const { anna, ben, rose } = await livelyFamily();
  await addEmail(server(), ben);
  const { files } = await download(anna, downloadFamily);
  const data = files.get("data.json") ?? "";
  expect(data).not.toContain(`person-${ben.id}@example.com`);
  expect(data).toContain(rose.phoneNumber);
  expect(Object.keys(JSON.parse(data))).not.toContain("puzzleAnswers");
});

test("a family's export contains nothing of another family, and no number of anybody who has left", async () => {
  const { anna, ben } = await livelyFamily();
  const other = await reyesFamily(server());
  await ben.client.call(leaveFamily);
  const { members, formerMembers, events } = await familyOf(anna);
  expect(members.map(({ name }) => name)).toEqual(["Anna Reyes", "Rose"]);
  expect(formerMembers).toEqual([{ id: ben.id, name: "Ben", role: "child" }]);
  expect(events).toHaveLength(1);
  const { files } = await download(anna, downloadFamily);
  for (const { phoneNumber } of [ben, other.anna, other.rose])
    expect([...files.values()].join()).not.toContain(phoneNumber);
});

/** Where the rows of each table are exported, or why they are not. */
const taken: Record<string, string> = {
  activity: "both",
  published_calendars: "person: publishedCalendars",
  calendar_connection_attempts: "a step of signing in, for minutes",
  birthdays: "both",
  calendar_connections: "both",
  calendar_revocations: "work that is due at Google",
  calendar_settings: "what the screen shows",
  account_deletions: "whether the account is about to be deleted",
  account_changes: "what an undo needs, for seven days",
  contact_methods: "person",
  deleted_people: "of those who are gone",
  email_confirmations: "a step of changing the address, for a day",
  escalation_plans: "family",
  families: "both",
  family_deletions: "whether the family is about to be deleted",
  family_phrases: "family: helpPhrases",
  family_reachability: "computed from the contact methods",
  subscribed_events: "in calendar.ics",
  subscribed_calendars: "family: subscribedCalendars",
  google_events: "in calendar.ics",
  guides: "both",
  guide_pictures: "both: the files of the pictures",
  guide_steps: "both: guides",
  hellos: "both",
  hello_hearts: "both: hellos, lovedHellos",
  hello_pictures: "both: the files of the pictures",
  hello_voice_messages: "both: their files",
  help_call_backs: "until the request is closed",
  help_promises: "both",
  help_pictures: "both: the files of the pictures",
  help_replies: "both",
  help_reply_receipts: "family: who has read what is in the app",
  help_request_receipts: "both",
  help_requests: "both",
  help_verdicts: "both",
  help_voice_messages: "both: their files",
  webhook_deliveries: "what the server has told a program, for a week",
  webhooks: "family",
  identities: "person: signInProviders",
  invitations: "both",
  letter_recipients: "person: letterMessages",
  light_contacts: "person: lights, lightMessages",
  light_waves: "person: lightWaves",
  lights: "person",
  local_events: "family",
  manual_event_exceptions: "family: events",
  manual_event_occurrences: "computed from the events",
  manual_event_people: "both: events",
  manual_events: "family: events",
  media: "both: the files themselves",
  memberships: "both",
  messages: "person",
  participants: "family: formerMembers",
  phone_doors: "person: phoneDoors",
  phone_recordings: "work that is due at the provider of calls",
  ntfy_topics: "person: ntfySubscription",
  apprise_addresses: "person: appriseAddress",
  passkey_challenges: "a step of signing in, for minutes",
  passkeys: "person",
  people: "both",
  people_pictures: "both: the files of the pictures",
  push_subscriptions: "person: messageDevices",
  puzzle_answers: "person",
  puzzles: "family",
  remembered_devices: "hashes of cookies",
  questions: "family",
  reminder_choices: "person",
  reminders: "person",
  return_tokens: "a step of signing in, for minutes",
  sign_in_codes: "a step of signing in, for minutes",
  sessions: "person: devices",
  things: "family: things",
  thing_pictures: "family: the files of the pictures",
  video_calls: "lasts as long as the call",
  weekly_tests: "when the next test is due",
};

test("every table of a person or a family is in an export, or has a reason why it is not", async () => {
  const { rows } = await sql<{
    name: string;
  }>`select distinct table_name as name from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and (column_name in ('family_id', 'person_id') or table_name in ('people', 'families'))`.execute(
    server().database.kysely,
  );
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(taken).sort());
});

test("somebody without a family can export their data too", async () => {
  const anna = await signUp(server());
  await anna.client.call(leaveFamily);
  expect([...(await download(anna, downloadAccount)).files.keys()]).not.toContain("calendar.ics");
});

test("an eleventh export within the hour has to wait", async () => {
  const anna = await signUp(server());
  for (let count = 0; count < 10; count += 1) await download(anna, downloadAccount);
  expect((await anna.client.ask(downloadAccount)).status).toBe(429);
});

const megabyte = 1024 * 1024;

test("100,000 rows are exported in bounded memory", { tags: "extended", timeout: 60_000 }, async () => {
  const anna = await signUp(server());
  for (let batch = 0; batch < 10; batch += 1)
    await sql`insert into local_events (family_id, title, starts_on_clock, location, description)
      select ${anna.familyId}, 'Concert ' || n, '2026-11-24 10:00', 'Town hall', md5(n::text)
      from generate_series(1, 10000) n`.execute(server().database.kysely);
  const before = process.memoryUsage().rss;
  const response = await anna.client.fetch("GET", downloadFamily.path);
  let peak = 0;
  const measured = async function* (body: AsyncIterable<Uint8Array>) {
    for await (const chunk of body) {
      peak = Math.max(peak, process.memoryUsage().rss);
      yield chunk;
    }
  };
  const files = unzip(await buffer(Readable.from(measured(Readable.fromWeb(response.body as never)))));
  process.stdout.write(`  export of 100,000 rows: ${Math.round((peak - before) / megabyte)} MB more\n`);
  expect(JSON.parse(files.get("data.json") ?? "").localEvents).toHaveLength(100_000);
  expect(peak - before).toBeLessThan(150 * megabyte);
});

test("a reader that stops makes the writer stop", async () => {
  let written = 0;
  async function* endless() {
    for (;;) {
      written += 1;
      yield Buffer.from(crypto.getRandomValues(new Uint8Array(50_000))).toString("base64");
    }
  }
  const zip = zipOf([{ name: "endless", parts: endless }], server().clock.now());
  zip.once("readable", () => {});
  await expect.poll(() => zip.readableLength > 0).toBe(true);
  let before = -1;
  const hasStopped = () => {
    const isSame = written === before;
    before = written;
    return isSame;
  };
  // The buffers on the way fill up, and then nothing more is read.
  await expect.poll(hasStopped, { interval: 100 }).toBe(true);
  expect(written * 50_000).toBeLessThan(10 * megabyte);
  zip.destroy();
});

test("a file that fails while it is written aborts the download", async () => {
  async function* failing() {
    yield "a";
    throw new Error("The database is gone.");
  }
  const zip = zipOf([{ name: "failing", parts: failing }], server().clock.now());
  await expect(buffer(zip)).rejects.toThrow("The database is gone.");
});
