import { beforeAll, beforeEach, expect, test } from "vitest";
import { dayMs, hourMs, minuteMs } from "#contract/durations.ts";
import { changeRole, removeMember } from "#contract/families.ts";
import * as lights from "#contract/lights.ts";
import { addEmail } from "#tests/support/channels.ts";
import { checkLights } from "#tests/support/due-work.ts";
import { goToMorning } from "#tests/support/lights.ts";
import { join, newSession, type Person, reyesFamily, staySignedIn } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();

type Family = Awaited<ReturnType<typeof reyesFamily>> & { readonly walter: Person };
let family: Family;

beforeAll(async () => {
  const reyes = await reyesFamily(server());
  family = { ...reyes, walter: await join(server(), reyes.anna, "grandparent", "Walter") };
  await staySignedIn(server());
});

const use = ({ client }: Person, contactIds: readonly number[]) =>
  client.call(lights.chooseOwnLight, { body: { usualTime: "09:00", contactIds: [...contactIds] } });

/** Each test starts at 8:12 in the morning in New York, where the family lives, on a day of its own. */
beforeEach(async () => {
  const { rose, anna } = family;
  await use(rose, [anna.id]);
  goToMorning(server());
});

const now = () => server().clock.now();
const tap = ({ client }: Person, at = now()) =>
  client.call(lights.turnOnOwnLight, { body: { at: at.toISOString() } });
const shownTo = ({ client }: Person) => client.call(lights.getCurrentLights);
const askToWave = ({ client }: Person, { id }: Person, at = now()) =>
  client.ask(lights.wave, { params: { id }, body: { at: at.toISOString() } });
const wave = async (...of: Parameters<typeof askToWave>) => expect((await askToWave(...of)).status).toBe(204);
const pause = ({ client }: Person, awayUntil: string | null) =>
  client.call(lights.pauseOwnLight, { body: { awayUntil } });
const ownLight = ({ client }: Person) => client.call(lights.getOwnLight);
const dark = { isAwaited: true, litAt: null, wavedBy: [], awayUntil: null };
const someone = ({ id, name }: Person) => ({ id, name });

test("nobody has a light until a grandparent starts to use it, and only a grandparent can", async () => {
  const { walter, anna } = family;
  expect(await shownTo(walter)).toMatchObject({ own: null });
  expect((await ownLight(walter)).chosen).toBeNull();
  const body = { usualTime: "09:00", contactIds: [anna.id] } as const;
  expect((await anna.client.ask(lights.chooseOwnLight, { body })).status).toBe(403);
});

test("one tap lights it on everybody's home until midnight, and the next morning it is awaited from 4 AM", async () => {
  const { rose, anna, ben } = family;
  expect(await shownTo(rose)).toEqual({ own: dark, others: [] });
  expect(await shownTo(anna)).toEqual({ own: null, others: [] });
  const litAt = now().toISOString();
  await tap(rose);
  expect(await shownTo(rose)).toEqual({ own: { ...dark, isAwaited: false, litAt }, others: [] });
  const seen = { own: null, others: [{ person: someone(rose), litAt, haveYouWaved: false }] };
  expect([await shownTo(anna), await shownTo(ben)]).toEqual([seen, seen]);
  server().clock.goTo("23:59:59");
  expect((await shownTo(anna)).others).toHaveLength(1);
  server().clock.advance(1_000);
  expect(await shownTo(anna)).toMatchObject({ others: [] });
  expect(await shownTo(rose)).toMatchObject({ own: { isAwaited: false, litAt: null } });
  server().clock.goTo("04:00");
  expect(await shownTo(rose)).toMatchObject({ own: dark });
});

test("a second tap keeps the time of the first, and a tap that waited on the device has the time when it was made", async () => {
  const { rose } = family;
  const made = now();
  server().clock.advance(30 * minuteMs);
  await tap(rose);
  await tap(rose, made);
  server().clock.advance(minuteMs);
  await tap(rose);
  expect(await shownTo(rose)).toMatchObject({ own: { litAt: made.toISOString() } });
});

test("a tap that arrives a day late changes nothing, and one from a clock that is ahead counts from now", async () => {
  const { rose } = family;
  await tap(rose, new Date(now().getTime() - dayMs));
  expect(await shownTo(rose)).toMatchObject({ own: dark });
  await tap(rose, new Date(now().getTime() + dayMs));
  expect(await shownTo(rose)).toMatchObject({ own: { litAt: now().toISOString() } });
});

test("Anna waves once, Rose sees it, and the next day nobody has waved yet", async () => {
  const { rose, anna, ben, walter } = family;
  expect((await askToWave(anna, rose)).status).toBe(409);
  await tap(rose);
  await wave(anna, rose);
  await wave(anna, rose);
  await wave(ben, rose);
  expect(await shownTo(rose)).toMatchObject({ own: { wavedBy: [someone(anna), someone(ben)] } });
  expect(await shownTo(anna)).toMatchObject({ others: [{ haveYouWaved: true }] });
  // Grandparents look at each other's lights without a button.
  expect(await shownTo(walter)).toMatchObject({ others: [{ person: someone(rose), haveYouWaved: false }] });
  expect((await askToWave(walter, rose)).status).toBe(403);
  goToMorning(server());
  await tap(rose);
  expect(await shownTo(rose)).toMatchObject({ own: { wavedBy: [] } });
});

test("while Rose is away, nothing is asked of her, and after the last day her light is awaited again", async () => {
  const { rose } = family;
  const today = now().toISOString().slice(0, "2026-11-20".length);
  const yesterday = new Date(now().getTime() - dayMs).toISOString().slice(0, today.length);
  expect((await rose.client.ask(lights.pauseOwnLight, { body: { awayUntil: yesterday } })).status).toBe(400);
  await pause(rose, today);
  expect(await shownTo(rose)).toMatchObject({ own: { isAwaited: false, awayUntil: today } });
  expect((await ownLight(rose)).chosen).toMatchObject({ awayUntil: today });
  server().clock.goTo("23:59");
  expect(await shownTo(rose)).toMatchObject({ own: { awayUntil: today } });
  goToMorning(server());
  expect(await shownTo(rose)).toMatchObject({ own: dark });
  await pause(rose, "2999-01-01");
  await pause(rose, null);
  expect(await shownTo(rose)).toMatchObject({ own: dark });
});

test("one tap ends it, and nothing of it is left", async () => {
  const { rose, anna } = family;
  await tap(rose);
  await wave(anna, rose);
  await rose.client.call(lights.endOwnLight);
  expect(await shownTo(rose)).toMatchObject({ own: null });
  expect(await shownTo(anna)).toMatchObject({ others: [] });
  for (const table of ["lights", "light_contacts", "light_waves"] as const) {
    const rows = server().database.kysely.selectFrom(table).selectAll().where("person_id", "=", rose.id);
    expect(await rows.execute()).toEqual([]);
  }
  expect((await rose.client.ask(lights.turnOnOwnLight, { body: { at: now().toISOString() } })).status).toBe(
    404,
  );
});

test("the check of the next day forgets the light and the waves of the day before", async () => {
  const { rose, anna } = family;
  await tap(rose);
  await wave(anna, rose);
  server().clock.advance(dayMs);
  server().clock.goTo("09:00");
  await checkLights(server().world);
  const { kysely } = server().database;
  const kept = kysely.selectFrom("lights").select(["lit_at", "used_at"]).where("person_id", "=", rose.id);
  expect(await kept.execute()).toEqual([{ lit_at: null, used_at: null }]);
  const waves = kysely.selectFrom("light_waves").selectAll().where("person_id", "=", rose.id);
  expect(await waves.execute()).toEqual([]);
});

test("Rose chooses among the helpers of her family, and sees whom no message reaches", async () => {
  const { rose, anna, ben, walter } = family;
  const lena = await join(server(), anna, "child", "Lena");
  const numberless = { phone_number: null };
  await server().database.kysely.updateTable("people").set(numberless).where("id", "=", lena.id).execute();
  const messagesOf = async ({ id }: Person) =>
    (await ownLight(rose)).helpers.find((helper) => helper.id === id)?.messages;
  expect([await messagesOf(anna), await messagesOf(lena)]).toEqual(["reachable", "unreachable"]);
  expect(await messagesOf(walter)).toBeUndefined();
  await addEmail(server(), lena);
  expect(await messagesOf(lena)).toBe("reachable");

  const other = await reyesFamily(server());
  for (const stranger of [walter, rose, other.anna]) {
    const body = { usualTime: "09:00", contactIds: [ben.id, stranger.id] } as const;
    const { status } = await rose.client.ask(lights.chooseOwnLight, { body });
    expect(status).toBe(400);
  }
  const nobody = { usualTime: "09:00", contactIds: [] } as const;
  expect((await rose.client.ask(lights.chooseOwnLight, { body: nobody })).status).toBe(400);
  expect((await ownLight(rose)).chosen).toEqual({
    usualTime: "09:00",
    contactIds: [anna.id],
    awayUntil: null,
  });
});

test("a helper who leaves or becomes a grandparent is no longer told, and Rose's page says so", async () => {
  const { rose, anna } = family;
  const leaving = await join(server(), anna, "child", "Lee");
  const aging = await join(server(), anna, "child", "Ada");
  await use(rose, [leaving.id, aging.id]);
  const proven = await newSession(server(), anna);
  await proven.call(removeMember, { params: { id: leaving.id } });
  await proven.call(changeRole, { params: { id: aging.id }, body: { role: "grandparent" } });
  expect((await ownLight(rose)).chosen).toMatchObject({ contactIds: [] });
  await use(rose, [anna.id]);
});

test("a wave that waited on the device since the day before is not one of today", async () => {
  const { rose, anna } = family;
  await tap(rose);
  await wave(anna, rose, new Date(now().getTime() - dayMs));
  expect(await shownTo(rose)).toMatchObject({ own: { wavedBy: [] } });
});

test("a light of another family is neither seen nor waved to", async () => {
  const { rose } = family;
  const other = await reyesFamily(server());
  await tap(rose);
  expect(await shownTo(other.anna)).toEqual({ own: null, others: [] });
  expect((await askToWave(other.anna, rose)).status).toBe(404);
});

test("on the days on which the clocks change, the day of a light begins at 4 AM and ends at midnight", async () => {
  const { rose, anna } = family;
  for (const day of ["2027-03-14", "2027-11-07"]) {
    const at = (time: string) => {
      const then = Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime("America/New_York");
      server().clock.advance(then.epochMilliseconds - now().getTime());
    };
    at("03:59:59");
    await staySignedIn(server());
    expect(await shownTo(rose)).toMatchObject({ own: { isAwaited: false } });
    server().clock.advance(1_000);
    expect(await shownTo(rose)).toMatchObject({ own: dark });
    await tap(rose);
    at("23:59:59");
    expect((await shownTo(anna)).others).toHaveLength(1);
    server().clock.advance(1_000);
    expect((await shownTo(anna)).others).toHaveLength(0);
  }
  server().clock.advance(hourMs);
});
