// Pictures and voice messages have limits of their own, and words don't count toward them.
import { sql } from "kysely";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { dayMs, hourMs } from "#contract/durations.ts";
import { getFamily } from "#contract/families.ts";
import { makeGuideOfRequest } from "#contract/help/guides.ts";
import { addPicture, addReply, addVoiceMessage } from "#contract/help/replies.ts";
import { acknowledgeHelpRequest, askForHelp } from "#contract/help/requests.ts";
import { addThing, changeThingPicture, removeThingPicture } from "#contract/help/things.ts";
import { importFamily } from "#contract/personal-data/family-import.ts";
import { getFamilyStorage } from "#contract/personal-data/family-storage.ts";
import type { Limits } from "#server/platform/config/limits.ts";
import { Client } from "#tests/support/client.ts";
import { exportOf, livelyFamily, uploadOf } from "#tests/support/family-file.ts";
import { newSession, reyesFamily, signUp } from "#tests/support/people.ts";
import { photo, sendFace, sendGuidePicture, sendPicture, sendThing } from "#tests/support/photos.ts";
import { recording, sendVoiceMessage } from "#tests/support/recordings.ts";
import { startServer, type TestServer, useServer } from "#tests/support/server.ts";
import { countStoredFiles, deleteOldStoredBytes } from "./stored-bytes.ts";

const server = useServer();
const megabyte = 1_000_000;
const kysely = () => server().database.kysely;

/** The bytes that were counted for somebody in the last day. */
async function counted(key: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::bigint as bytes from stored_bytes where key = ${key}`.execute(kysely());
  return rows[0]?.bytes ?? 0;
}

/** The bytes that a family has in files. */
async function stored(familyId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::bigint as bytes from family_files where family_id = ${familyId}`.execute(
    kysely(),
  );
  return rows[0]?.bytes ?? 0;
}

const ask = async ({ client }: { client: Client }): Promise<number> =>
  (await client.call(askForHelp, { body: { text: "My TV is blue." } })).id;

let noisy: Blob;
beforeAll(async () => {
  noisy = await photo({ width: 1_200, height: 900, isNoisy: true });
});

test("files of every kind are counted for the person and the family, byte by byte", async () => {
  const { anna, rose } = await reyesFamily(server());
  const id = await ask(rose);
  const ways: Record<string, () => Promise<unknown>> = {
    "a picture in a thread": () => sendPicture(anna.client, id),
    "a voice message": () => sendVoiceMessage(anna.client, id),
    "a picture for a guide": () => sendGuidePicture(anna.client),
    "a picture of a thing": () => sendThing(anna.client),
    "a guide made of a thread": () => anna.client.call(makeGuideOfRequest, { params: { id } }),
  };
  await anna.client.call(acknowledgeHelpRequest, { params: { id } });
  for (const [way, send] of Object.entries(ways)) {
    const before = await stored(anna.familyId);
    await send();
    const after = await stored(anna.familyId);
    expect(after, way).toBeGreaterThan(before);
    expect([await counted(`person ${anna.id}`), await counted(`family ${anna.familyId}`)], way).toEqual([
      after,
      after,
    ]);
  }
  await sendFace(rose.client);
  const face = (await stored(anna.familyId)) - (await counted(`family ${anna.familyId}`));
  expect(face).toBeGreaterThan(0);
  expect(await counted(`person ${rose.id}`)).toBe(face);
});

test("what an import brings counts for the person and the new family", async () => {
  const lively = await startServer();
  const { anna } = await livelyFamily(lively);
  const zip = await exportOf(anna);
  await lively.stop();
  const newcomer = await signUp(server(), { name: "Nora Nash" });
  const { familyId } = await newcomer.client.call(importFamily, uploadOf(zip));
  const bytes = await stored(familyId);
  expect(bytes).toBeGreaterThan(1_000);
  expect(await counted(`person ${newcomer.id}`)).toBe(bytes);
  expect(await counted(`family ${familyId}`)).toBe(bytes);
});

const ofPerson =
  "You've stored as many pictures and voice messages as you can in a day. Please try again tomorrow. Words still go through.";
const ofFamily =
  "Your family has stored as many pictures and voice messages as it can in a day. Please try again tomorrow. Words still go through.";
const inAll =
  "Your family's pictures and voice messages fill the 1 MB that it has here. Please delete some first. Words still go through.";

describe("with room for one megabyte", () => {
  const servers: TestServer[] = [];
  afterEach(async () => {
    for (const each of servers.splice(0)) await each.stop();
  });

  async function startStrict(limits: Partial<Limits>): Promise<TestServer> {
    const strict = await startServer({ databaseUrl: server().databaseUrl, limits });
    servers.push(strict);
    return strict;
  }

  /** The same device on another server. */
  const on = ({ url }: TestServer, { token }: Client): Client => new Client(url, token);

  let place = 0;
  const send = (client: Client, id: number) => {
    place += 1;
    const headers = { "idempotency-key": `picture ${place}` };
    return client.ask(addPicture, { params: { id }, headers, upload: noisy });
  };

  const words = (client: Client, id: number) =>
    client.ask(addReply, {
      params: { id },
      headers: { "idempotency-key": "words" },
      body: { words: "Yes." },
    });

  test("of twelve pictures from three devices on two servers, those that fit into a person's day are stored", async () => {
    const limits = { storedMegabytesPerPersonPerDay: 1 };
    const [one, other] = [await startStrict(limits), await startStrict(limits)];
    const { anna, rose } = await reyesFamily(server());
    const ids = [await ask(rose), await ask(rose), await ask(rose)];
    const devices = await Promise.all(ids.map(() => newSession(server(), rose, 3 * dayMs)));
    const sent = await Promise.all(
      ids.flatMap((id, device) =>
        [one, other, one, other].map((strict) => send(on(strict, devices[device] ?? rose.client), id)),
      ),
    );
    const stored201 = sent.filter(({ status }) => status === 201);
    const bytes = await counted(`person ${rose.id}`);
    expect(bytes).toBeLessThanOrEqual(megabyte);
    expect(bytes + bytes / stored201.length).toBeGreaterThan(megabyte);
    expect(await stored(rose.familyId)).toBe(bytes);
    for (const { body } of sent.filter(({ status }) => status !== 201))
      expect(body).toEqual({ message: ofPerson, code: "conflict" });
    const [device = rose.client] = devices;
    // Asking for help, words, and what others send are not refused.
    const id = await ask({ client: on(one, device) });
    expect((await words(on(one, device), id)).status).toBe(201);
    expect((await send(on(one, anna.client), id)).status).toBe(201);
    one.clock.advance(25 * hourMs);
    expect((await send(on(one, device), id)).status).toBe(201);
  });

  test("a family's day ends for all of its members, and for nobody else", async () => {
    const strict = await startStrict({ storedMegabytesPerDay: 1 });
    const { anna, ben, rose } = await reyesFamily(server());
    const id = await ask(rose);
    const clients = [anna, ben, rose].map(({ client }) => on(strict, client));
    const sent = await Promise.all([...clients, ...clients].map((client) => send(client, id)));
    expect(await counted(`family ${anna.familyId}`)).toBeLessThanOrEqual(megabyte);
    const refused = sent.filter(({ status }) => status !== 201);
    expect(refused.length).toBeGreaterThan(0);
    for (const { body } of refused) expect(body).toEqual({ message: ofFamily, code: "conflict" });
    expect((await words(on(strict, rose.client), id)).status).toBe(201);
    const others = await reyesFamily(server());
    expect((await send(on(strict, others.rose.client), await ask(others.rose))).status).toBe(201);
  });

  test("a full family can ask for help, and has room again once something is deleted", async () => {
    const strict = await startStrict({ storedMegabytes: 1 });
    const { anna, rose } = await reyesFamily(server());
    const client = on(strict, anna.client);
    const things: number[] = [];
    const addPictured = async () => {
      const { id } = await client.call(addThing, { body: { name: "TV" } });
      things.push(id);
      return await client.ask(changeThingPicture, { params: { id }, upload: noisy });
    };
    let answer = await addPictured();
    while (answer.status === 200) answer = await addPictured();
    expect(answer).toMatchObject({ status: 409, body: { message: inAll, code: "conflict" } });
    expect(await client.call(getFamilyStorage)).toEqual({ usedMegabytes: 1, maxMegabytes: 1 });
    const id = await ask({ client: on(strict, rose.client) });
    expect((await words(on(strict, rose.client), id)).status).toBe(201);
    expect(await send(on(strict, rose.client), id)).toMatchObject({ status: 409, body: { message: inAll } });
    const upload = recording(2);
    const headers = { "idempotency-key": "voice" };
    for (const thing of things.slice(0, 1)) await client.call(removeThingPicture, { params: { id: thing } });
    expect((await client.ask(addVoiceMessage, { params: { id }, headers, upload })).status).toBe(201);
    // A picture that takes the place of another one needs only the difference.
    const [second = 0] = things.slice(1);
    expect((await client.ask(changeThingPicture, { params: { id: second }, upload: noisy })).status).toBe(
      200,
    );
  });

  test("files that fill every limit to the last byte fit, and one more byte doesn't", async () => {
    const strict = await startStrict({
      storedMegabytes: 1,
      storedMegabytesPerDay: 1,
      storedMegabytesPerPersonPerDay: 1,
    });
    const { anna, ben } = await reyesFamily(server());
    const count = (personId: number, bytes: number) =>
      countStoredFiles(strict.world, kysely(), { personId, familyId: anna.familyId, bytes });
    await count(anna.id, megabyte);
    await expect(count(anna.id, 1)).rejects.toThrow(ofPerson);
    await expect(count(ben.id, 1)).rejects.toThrow(ofFamily);
  });

  test("a person's own picture needs no room in a family", async () => {
    const strict = await startStrict({ storedMegabytes: 0, storedMegabytesPerDay: 0 });
    const { id } = await signUp(server());
    await countStoredFiles(strict.world, kysely(), { personId: id, familyId: null, bytes: megabyte });
    expect(await counted(`person ${id}`)).toBe(megabyte);
  });

  test("an import that doesn't fit is refused with nothing of it stored", async () => {
    const strict = await startStrict({ storedMegabytes: 0 });
    const lively = await startServer();
    const { anna } = await livelyFamily(lively);
    const zip = await exportOf(anna);
    await lively.stop();
    const { client, id, familyId } = await signUp(server(), { name: "Nora Nash" });
    const { status, body } = await on(strict, client).ask(importFamily, uploadOf(zip));
    expect({ status, body }).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect(await counted(`person ${id}`)).toBe(0);
    expect((await client.call(getFamily)).id).toBe(familyId);
  });
});

test("only admins read how much room there is", async () => {
  const { anna, ben } = await reyesFamily(server());
  expect(await anna.client.call(getFamilyStorage)).toEqual({ usedMegabytes: 0, maxMegabytes: 5_000 });
  expect((await ben.client.ask(getFamilyStorage)).status).toBe(403);
});

test("what no longer counts is deleted", async () => {
  const rose = await signUp(server());
  await sendFace(rose.client);
  server().clock.advance(23 * hourMs);
  await deleteOldStoredBytes(server().world);
  expect(await counted(`person ${rose.id}`)).toBeGreaterThan(0);
  server().clock.advance(2 * hourMs);
  await deleteOldStoredBytes(server().world);
  expect(await counted(`person ${rose.id}`)).toBe(0);
});
