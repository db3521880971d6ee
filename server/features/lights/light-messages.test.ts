import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { dayMs, hourMs } from "#contract/durations.ts";
import { changeFamily, removeMember } from "#contract/families.ts";
import { askForHelp } from "#contract/help/requests.ts";
import * as lights from "#contract/lights.ts";
import { PushPayload } from "#contract/push-payload.ts";
import { SendError } from "#server/platform/messages/send-error.ts";
import { addEmail, subscribeToPush } from "#tests/support/channels.ts";
import { checkLights, sendMessages } from "#tests/support/due-work.ts";
import { goToMorning } from "#tests/support/lights.ts";
import { join, newSession, type Person, reyesFamily, staySignedIn } from "#tests/support/people.ts";
import { startServer, useServer } from "#tests/support/server.ts";

const server = useServer();

type Family = Awaited<ReturnType<typeof reyesFamily>> & { readonly maya: Person };
let family: Family;

beforeAll(async () => {
  const reyes = await reyesFamily(server());
  family = { ...reyes, maya: await join(server(), reyes.anna, "child", "Maya") };
  for (const person of [family.anna, family.ben]) await subscribeToPush(person);
  await staySignedIn(server());
});

const choose = (usualTime: lights.UsualTime, ...contacts: readonly Person[]) =>
  family.rose.client.call(lights.chooseOwnLight, {
    body: { usualTime, contactIds: contacts.map(({ id }) => id) },
  });

/** Each test starts at 8:12 in the morning in New York. Rose's light is usually on by 9, and Anna is told. */
beforeEach(async () => {
  const { database, pushed, outbox, mailbox } = server();
  await choose("09:00", family.anna);
  goToMorning(server());
  await database.kysely.deleteFrom("messages").execute();
  for (const sent of [pushed, outbox, mailbox]) sent.length = 0;
});

const now = () => server().clock.now();

/** Moves the clock to a time of today in New York, and sends what is due. */
async function at(time: string, timeZone = "America/New_York"): Promise<void> {
  server().clock.goTo(time, { timeZone });
  await checkLights(server().world);
}

async function nextDay(): Promise<void> {
  server().clock.advance(dayMs);
  await at("08:00");
}

const tap = () => family.rose.client.call(lights.turnOnOwnLight, { body: { at: now().toISOString() } });

const dark = "Rose hasn't turned on the light today";

/** Who has got which push message, by name. */
const pushed = () =>
  server()
    .pushed.splice(0)
    .map(({ subscription, payload }) => {
      const id = Number(subscription.endpoint.split("/").at(-1));
      const to = Object.values(family).find((person) => person.id === id)?.name;
      return `${to}: ${PushPayload.parse(JSON.parse(payload)).title}`;
    })
    .toSorted();

test("a light that is not on by its usual time is told of once, with a button to call", async () => {
  const { rose } = family;
  await at("08:59:59");
  expect(server().pushed).toEqual([]);
  await at("09:00");
  const [sent] = server().pushed;
  expect(PushPayload.parse(JSON.parse(sent?.payload ?? ""))).toMatchObject({
    kind: "light",
    title: dark,
    text: "It's usually on by 9:00 AM.",
    callName: "Rose",
    callNumber: rose.phoneNumber,
  });
  await at("12:00");
  await at("20:00");
  expect(pushed()).toEqual([`Anna Reyes: ${dark}`]);
  await nextDay();
  await at("09:00");
  expect(pushed()).toEqual([`Anna Reyes: ${dark}`]);
});

test("everybody whom Rose chose gets one message, by the best channel that leads to them", async () => {
  const { anna, ben, maya, rose } = family;
  await choose("09:00", anna, ben, maya);
  await nextDay();
  await at("09:00");
  expect(pushed()).toEqual([`Anna Reyes: ${dark}`, `Ben: ${dark}`]);
  expect(server().outbox).toMatchObject([
    {
      to: maya.phoneNumber,
      text: `${dark}. It's usually on by 9:00 AM. Call Rose: ${rose.phoneNumber}`,
    },
  ]);
});

test("what can't be sent by push or as a text is sent by e-mail, with a link to call", async () => {
  const { anna, rose } = family;
  await addEmail(server(), anna);
  const { senders } = server().world;
  for (const channel of ["push", "sms"] as const)
    vi.spyOn(senders, channel).mockRejectedValue(new SendError("permanent", "no"));
  await at("09:00");
  await sendMessages(server().world);
  vi.restoreAllMocks();
  // The subscription that was refused is gone.
  await subscribeToPush(anna);
  expect(server().mailbox).toMatchObject([{ to: `person-${anna.id}@example.com`, subject: dark }]);
  expect(server().mailbox[0]?.text).toContain(`/call?number=${encodeURIComponent(rose.phoneNumber)}`);
});

test("nobody is told when it was turned on, also by a tap that arrives while the message waits", async () => {
  await tap();
  await at("09:00");
  expect(pushed()).toEqual([]);
  // 6 AM is too early to tell anybody, so the message waits until 7.
  await choose("06:00", family.anna);
  server().clock.advance(dayMs);
  await at("06:00");
  await at("06:59");
  await tap();
  await at("07:00");
  expect(pushed()).toEqual([]);
});

test("nobody is told before 7 AM or after 9 PM", async () => {
  await choose("06:00", family.anna);
  server().clock.advance(dayMs);
  await at("06:00");
  await at("06:59:59");
  expect(pushed()).toEqual([]);
  await at("07:00");
  expect(pushed()).toEqual([`Anna Reyes: ${dark}`]);
});

test("any other use of the app in the morning counts, and one in the night before does not", async () => {
  const { rose } = family;
  await rose.client.call(lights.recordUse);
  await at("09:00");
  expect(pushed()).toEqual([]);
  server().clock.advance(dayMs);
  await at("03:59");
  await rose.client.call(lights.recordUse);
  await at("09:00");
  expect(pushed()).toEqual([`Anna Reyes: ${dark}`]);
});

test("a screen that reads something again by itself is not a use", async () => {
  const { rose } = family;
  await at("08:30");
  await rose.client.call(lights.getCurrentLights);
  await at("09:00");
  expect(pushed()).toEqual([`Anna Reyes: ${dark}`]);
});

test("on the day on which Rose starts to use it, nobody is told, because she is up", async () => {
  await choose("10:00", family.anna);
  await at("10:00");
  await choose("11:00", family.anna);
  await at("11:00");
  expect(pushed()).toEqual([]);
});

test("nobody is told while Rose is away, or after she has stopped using it", async () => {
  const { rose } = family;
  const today = now().toISOString().slice(0, "2026-11-20".length);
  await rose.client.call(lights.pauseOwnLight, { body: { awayUntil: today } });
  await at("09:00");
  expect(pushed()).toEqual([]);
  await nextDay();
  await at("09:00");
  expect(pushed()).toEqual([`Anna Reyes: ${dark}`]);
  await nextDay();
  await rose.client.call(lights.endOwnLight);
  await at("09:00");
  expect(pushed()).toEqual([]);
});

test("a server that was down tells late on the same day, and not on another one or in the evening", async () => {
  await at("13:30");
  expect(pushed()).toEqual([`Anna Reyes: ${dark}`]);
  server().clock.advance(dayMs);
  await at("21:00");
  expect(pushed()).toEqual([]);
  // The next day's time has not come yet.
  server().clock.advance(dayMs);
  await at("08:59");
  expect(pushed()).toEqual([]);
});

test("a message that waited for its server until the next day is not sent", async () => {
  const { kysely } = server().database;
  vi.spyOn(server().world.senders, "push").mockRejectedValue(new SendError("transient", "down"));
  await at("09:00");
  vi.restoreAllMocks();
  await kysely
    .updateTable("messages")
    .set({ due_at: new Date(now().getTime() + dayMs) })
    .execute();
  server().clock.advance(dayMs);
  await tap();
  await sendMessages(server().world);
  expect(pushed()).toEqual([]);
});

test("two servers at the same moment tell once", async () => {
  const other = await startServer({ databaseUrl: server().databaseUrl });
  try {
    server().clock.goTo("09:00");
    other.clock.advance(now().getTime() - other.clock.now().getTime());
    const worlds = [server().world, other.world];
    await Promise.all([...worlds, ...worlds].map(checkLights));
    expect([...server().pushed, ...other.pushed]).toHaveLength(1);
  } finally {
    await other.stop();
  }
});

test("a helper who was removed or has turned the messages off is not told", async () => {
  const { rose, anna, ben } = family;
  const lee = await join(server(), anna, "child", "Lee");
  await choose("09:00", ben, lee);
  expect(await ben.client.call(lights.listLightMessages)).toEqual([
    { person: { id: rose.id, name: "Rose" }, areOn: true },
  ]);
  await ben.client.call(lights.changeLightMessages, { params: { id: rose.id }, body: { areOn: false } });
  await (await newSession(server(), anna)).call(removeMember, { params: { id: lee.id } });
  const { helpers } = await rose.client.call(lights.getOwnLight);
  expect(helpers.find(({ id }) => id === ben.id)?.messages).toBe("turned-off");
  // Choosing the same people again does not turn on what Ben has turned off.
  await choose("09:00", ben);
  await nextDay();
  await at("09:00");
  expect([pushed(), server().outbox]).toEqual([[], []]);
  await ben.client.call(lights.changeLightMessages, { params: { id: rose.id }, body: { areOn: true } });
});

test("a message that a light stays dark never goes before one about help", async () => {
  const { rose } = family;
  await rose.client.call(askForHelp, { body: { text: "Please call me." } });
  await at("09:00");
  const { kysely } = server().database;
  const rows = await kysely.selectFrom("messages").select(["kind", "is_urgent"]).execute();
  expect(rows.filter(({ kind }) => kind === "light")).toEqual([{ kind: "light", is_urgent: false }]);
});

test("on the family's clock, it is 9 AM on both days on which the clocks change, and in another time zone", async () => {
  const { anna } = family;
  for (const day of ["2027-03-14", "2027-11-07"]) {
    const at9 = Temporal.PlainDateTime.from(`${day}T09:00`).toZonedDateTime("America/New_York");
    const before = at9.subtract({ days: 1 });
    server().clock.advance(before.epochMilliseconds - now().getTime());
    await staySignedIn(server());
    await checkLights(server().world);
    server().pushed.length = 0;
    server().clock.advance(at9.epochMilliseconds - now().getTime() - 1_000);
    await checkLights(server().world);
    expect(pushed()).toEqual([]);
    server().clock.advance(1_000);
    await checkLights(server().world);
    expect(pushed()).toHaveLength(1);
  }
  await nextDay();
  await (await newSession(server(), anna)).call(changeFamily, { body: { timeZone: "America/Los_Angeles" } });
  await at("09:00");
  expect(pushed()).toEqual([]);
  server().clock.advance(3 * hourMs);
  await checkLights(server().world);
  expect(pushed()).toHaveLength(1);
});
