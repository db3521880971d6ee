// A family moves from one cell to another. Both are real servers with keys and databases of their own.

import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { getAccount } from "#contract/accounts/accounts.ts";
import { dayMs, minuteMs } from "#contract/durations.ts";
import { getFamily, leaveFamily, listMembers } from "#contract/families.ts";
import { giveHelloPicture } from "#contract/hellos.ts";
import { acknowledgeByLink } from "#contract/help/answers.ts";
import { askForHelp, listHelpRequests } from "#contract/help/requests.ts";
import { changeLetterMessages, getLetterMessages } from "#contract/letters.ts";
import { movedToHeader } from "#contract/moved-to.ts";
import { insertMembership } from "#server/features/families/queries.ts";
import { stopToken } from "#server/features/letters/stopping.ts";
import { statusOf } from "#server/features/operator/status.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { runDue } from "#server/platform/jobs/queue.ts";
import { asked, delivered, lightBulb } from "#tests/support/asked-help.ts";
import { startCell } from "#tests/support/cells.ts";
import { addEmail } from "#tests/support/channels.ts";
import { Client } from "#tests/support/client.ts";
import { fillEveryTable } from "#tests/support/every-table.ts";
import { freePort } from "#tests/support/free-port.ts";
import { join, newSession, type Person, reyesFamily, signUp } from "#tests/support/people.ts";
import { photo } from "#tests/support/photos.ts";
import type { TestServer } from "#tests/support/server.ts";
import { familyMoves, moveFamily } from "./departures.ts";
import { deleteAbandonedMedia, receiveMedia } from "./media.ts";
import { familyQuestion } from "./questions.ts";
import { movedTables, rowsOf, staying } from "./tables.ts";

/** When the other cell fails: before it stores a family, or after that. */
type Fault = "never" | "before" | "after";

/** What happens to the next families that are sent. Each is sent twice, because the first time is a rehearsal. */
let faults: Fault[] = [];
afterEach(() => {
  faults = [];
});

/** Each has a key of its own. */
const startNumbered = (number: number): Promise<TestServer> =>
  startCell({
    env: { CELL_NUMBER: String(number) },
    key: Buffer.alloc(32, number),
    prepare(app) {
      const failing = new WeakMap<object, Fault>();
      app.addHook("preHandler", async (request) => {
        const fault = request.url === familyQuestion.path ? faults.shift() : undefined;
        if (fault) failing.set(request.raw, fault);
        if (fault !== "before") return;
        request.raw.socket.destroy();
        throw new Error("This cell was killed.");
      });
      app.addHook("onSend", async ({ raw }) => {
        if (failing.get(raw) === "after") raw.socket.destroy();
      });
    },
  });

let oak: TestServer;
let elm: TestServer;
beforeAll(async () => {
  [oak, elm] = await Promise.all([startNumbered(1), startNumbered(2)]);
});
afterAll(() => Promise.all([oak, elm].map((server) => server?.stop())));

const move = (familyId: number, from = oak, to = elm) => moveFamily(from.world, { familyId, origin: to.url });

const idsOf = async ({ database }: TestServer) =>
  (await database.kysely.selectFrom("families").select("id").orderBy("id").execute()).map(({ id }) => id);

/** All rows of a family and of these people, by table, as texts. Sealed values are opened. */
async function rowsBy({ database, world }: TestServer, familyId: number, movers: readonly number[]) {
  const rows: Record<string, string[]> = {};
  for (const table of await movedTables(database.kysely)) {
    const found = await sql<{ row: Record<string, unknown> }>`
      select row_to_json(t) as row from ${sql.table(table.name)} t
      where ${rowsOf(table, { familyId, movers, others: [] })}`.execute(database.kysely);
    // Reminders are checked again after each change, so their time is not the same.
    rows[table.name] = found.rows
      .map(({ row }) => (table.name === "reminder_choices" ? { ...row, check_at: null } : row))
      .map((row) =>
        JSON.stringify(row, (column, value) =>
          column.startsWith("sealed_") && typeof value === "string"
            ? world.secrets.openBytes(Buffer.from(value.slice(2), "hex")).toString("hex")
            : value,
        ),
      )
      .sort();
  }
  return rows;
}

const membersOf = async (db: Db, familyId: number) =>
  (await db.selectFrom("memberships").select("person_id").where("family_id", "=", familyId).execute()).map(
    ({ person_id }) => person_id,
  );

const mediaOf = ({ database }: TestServer) =>
  database.kysely.selectFrom("media").select(["id", "family_id", "bytes", "size"]).orderBy("id").execute();

/** The recordings have been fetched, and no message is being sent. */
async function rest({ database }: TestServer): Promise<void> {
  await database.kysely.deleteFrom("phone_recordings").execute();
  await database.kysely.updateTable("messages").set({ lease_until: null }).execute();
}

const setEmail = ({ database }: TestServer, { id }: Person, email: string) =>
  database.kysely.updateTable("people").set({ email }).where("id", "=", id).execute();

const at = ({ url }: TestServer, { client }: Person): Client => new Client(url, client.token);

test("every row and every file of a family is at the other cell afterwards, and none at the old one", {
  tags: "extended",
}, async () => {
  const familyId = await fillEveryTable(oak.world);
  await rest(oak);
  const { kysely } = oak.database;
  await kysely.deleteFrom("arriving_media").execute();
  const movers = await membersOf(kysely, familyId);
  const before = await rowsBy(oak, familyId, movers);
  const empty = Object.entries(before).filter(([, rows]) => rows.length === 0);
  expect(empty.map(([name]) => name)).toEqual([]);
  const files = await mediaOf(oak);
  await move(familyId);

  // The message to each member, and the entry in the activity log.
  const after = await rowsBy(elm, familyId, movers);
  const isNew = (row: string) => row.includes('"kind":"family-moved"');
  const same = Object.entries(after).map(([name, rows]) => [name, rows.filter((row) => !isNew(row))]);
  expect(Object.fromEntries(same)).toEqual(before);
  expect(Object.values(after).flat().filter(isNew)).toHaveLength(movers.length + 1);
  const arrived = new Map((await mediaOf(elm)).map((file) => [file.id, file]));
  for (const file of files.filter(({ family_id }) => family_id === familyId))
    expect(arrived.get(file.id)).toEqual(file);

  const left = await rowsBy(oak, familyId, movers);
  expect(Object.entries(left).filter(([, rows]) => rows.length > 0)).toEqual([]);
  for (const name of Object.keys(staying)) {
    const { rows } = await sql`select from ${sql.table(name)}`.execute(kysely);
    expect(rows).toEqual([]);
  }
  expect(await idsOf(oak)).toEqual([]);
});

describe("people", () => {
  test("stay signed in on their devices, and go on with what they were doing", async () => {
    const family = await reyesFamily(oak);
    const { anna, rose } = family;
    const { id } = await asked(family);
    const upload = await photo();
    const headers = { "idempotency-key": "a hello" };
    await anna.client.call(giveHelloPicture, { headers, query: { place: "0" }, upload });
    await move(anna.familyId);
    expect((await rose.client.ask(getAccount)).headers.get(movedToHeader)).toBe(elm.url);
    expect(await at(elm, rose).call(getAccount)).toMatchObject({ phoneNumber: rose.phoneNumber });
    expect((await at(elm, rose).call(listHelpRequests)).map((one) => one.id)).toEqual([id]);
    expect(await at(elm, anna).call(getFamily)).toMatchObject({ id: anna.familyId });
  });

  test("go on with the links in messages that they got before", async () => {
    const family = await reyesFamily(oak);
    const { anna, rose } = family;
    await addEmail(oak, anna);
    await anna.client.call(changeLetterMessages, { body: { areOn: true } });
    const letter = stopToken(oak.world, { personId: anna.id, familyId: anna.familyId });
    const params = await delivered({ ...family, server: oak });
    // Cells refuse what another one asked minutes ago.
    elm.clock.advance(oak.clock.now().getTime() - elm.clock.now().getTime());
    await move(anna.familyId);

    const stranger = new Client(oak.url);
    const answered = await stranger.ask(acknowledgeByLink, { params });
    expect([answered.status, answered.headers.get(movedToHeader)]).toEqual([200, elm.url]);
    expect(await at(elm, rose).call(listHelpRequests)).toMatchObject([{ state: "ACKNOWLEDGED" }]);

    const click = { body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) };
    expect((await stranger.fetch("POST", `/letter/stop?to=${letter}`, click)).status).toBe(204);
    expect(await at(elm, anna).call(getLetterMessages)).toEqual({ areOn: false });
  });

  test("who have another family there keep their account, and have one at the other cell too", async () => {
    const { anna, ben } = await reyesFamily(oak);
    const other = await signUp(oak, { name: "Nora Nash" });
    await insertMembership(oak.database.kysely, {
      family_id: other.familyId,
      person_id: ben.id,
      role: "child",
      joined_at: oak.clock.now(),
    });
    await move(anna.familyId);
    expect(await ben.client.call(getFamily)).toMatchObject({ id: other.familyId });
    const client = await newSession(elm, ben);
    expect(await client.call(getAccount)).toMatchObject({ phoneNumber: ben.phoneNumber });
    await move(other.familyId);
    expect((await ben.client.ask(getAccount)).headers.get(movedToHeader)).toBe(elm.url);
    expect(await at(elm, ben).call(getFamily)).toMatchObject({ id: other.familyId });
  });

  test("whom the other cell knows by their number go on with the account there", async () => {
    const { anna, ben, rose } = await reyesFamily(oak);
    const known = await signUp(elm, { name: "Ben Reyes", phoneNumber: ben.phoneNumber });
    await move(anna.familyId);
    const members = await at(elm, anna).call(listMembers);
    expect(members.map(({ id }) => id).sort()).toEqual([anna.id, known.id, rose.id].sort());
    expect((await at(elm, ben).call(getAccount)).devices).toHaveLength(2);
  });

  test("whose number and e-mail address are in two accounts there go on with the one that has the number", async () => {
    const { anna, ben } = await reyesFamily(oak);
    await setEmail(oak, ben, "ben@example.org");
    const known = await signUp(elm, { name: "Ben Reyes", phoneNumber: ben.phoneNumber });
    await setEmail(elm, await signUp(elm, { name: "Benjamin" }), "ben@example.org");
    await move(anna.familyId);
    const members = await at(elm, anna).call(listMembers);
    expect(members.map(({ id }) => id)).toContain(known.id);
  });

  test("who had left come along by name only, and keep their account", async () => {
    const { anna, rose } = await reyesFamily(oak);
    const nick = await join(oak, anna, "child", "Nick");
    await nick.client.call(leaveFamily, { query: {} });
    await move(anna.familyId);
    expect(await nick.client.call(getAccount)).toMatchObject({ phoneNumber: nick.phoneNumber });
    const named = await elm.database.kysely
      .selectFrom("people")
      .select(["username", "phone_number"])
      .where("id", "=", nick.id)
      .execute();
    expect(named).toEqual([{ username: "Nick", phone_number: null }]);
    const back = await signUp(oak, { name: "Nora Nash" });
    const joined = { family_id: back.familyId, person_id: nick.id, role: "child" } as const;
    await insertMembership(oak.database.kysely, { ...joined, joined_at: oak.clock.now() });
    await move(back.familyId);
    expect(await at(elm, nick).call(getAccount)).toMatchObject({ phoneNumber: nick.phoneNumber });
    // She moves back, with everything.
    await move(anna.familyId, elm, oak);
    expect(await rose.client.call(getFamily)).toMatchObject({ id: anna.familyId });
    expect((await at(elm, rose).ask(getAccount)).headers.get(movedToHeader)).toBe(oak.url);
  });
});

const isAt = async (server: TestServer, { familyId }: Person): Promise<boolean> =>
  (await idsOf(server)).includes(familyId);

describe("nothing is lost or doubled", () => {
  test("when the other cell fails in the rehearsal", async () => {
    const { anna, rose } = await reyesFamily(oak);
    faults = ["after"];
    await expect(move(anna.familyId)).rejects.toThrow();
    expect([await isAt(oak, anna), await isAt(elm, anna)]).toEqual([true, false]);
    expect((await rose.client.ask(getAccount)).status).toBe(200);
    expect(await move(anna.familyId)).toBe(true);
  });

  test("when the other cell fails before or after it has stored the family", async () => {
    const { anna, rose } = await reyesFamily(oak);
    faults = ["never", "before", "after"];
    expect(await move(anna.familyId)).toBe(false);
    expect(await statusOf(oak.world)).toContainEqual(["On their way", `1 to ${elm.url}`]);
    expect([await isAt(oak, anna), await isAt(elm, anna)]).toEqual([false, false]);
    await runDue(oak.world, familyMoves);
    expect(await isAt(elm, anna)).toBe(true);
    const stillOnItsWay = oak.database.kysely.selectFrom("moved_families").where("due_at", "is not", null);
    expect(await stillOnItsWay.select("id").execute()).toEqual([{ id: anna.familyId }]);
    oak.clock.advance(minuteMs);
    await runDue(oak.world, familyMoves);
    expect(await stillOnItsWay.select("id").execute()).toEqual([]);
    expect((await at(elm, rose).ask(getAccount)).status).toBe(200);
  });

  test("when requests for help come meanwhile", async () => {
    const family = await reyesFamily(oak);
    const { anna, rose } = family;
    let hasMoved = false;
    const moving = move(anna.familyId).finally(() => {
      hasMoved = true;
    });
    const acknowledged: number[] = [];
    while (!hasMoved) {
      const headers = { "idempotency-key": `request ${acknowledged.length}` };
      const answer = await rose.client.ask(askForHelp, { headers, body: lightBulb });
      if (answer.status === 201) acknowledged.push(answer.body.id);
    }
    await moving;
    const requests = await at(elm, rose).call(listHelpRequests);
    expect(requests.map(({ id }) => id).sort()).toEqual(acknowledged.sort());
  });

  test("when a message is being sent, because the move waits for it", async () => {
    const { anna } = await reyesFamily(oak);
    const { kysely } = oak.database;
    const leased = { lease_until: new Date(oak.clock.now().getTime() + minuteMs) };
    const message = { kind: "sign-in-link", channel: "sms", is_urgent: false } as const;
    const times = { created_at: oak.clock.now(), due_at: oak.clock.now() };
    await kysely
      .insertInto("messages")
      .values({ ...message, ...times, ...leased, family_id: anna.familyId, person_id: anna.id })
      .execute();
    const moving = move(anna.familyId);
    await pause(500);
    expect(await isAt(oak, anna)).toBe(true);
    await kysely.updateTable("messages").set({ lease_until: null }).execute();
    expect(await moving).toBe(true);
  });
});

describe("a family stays where it is", () => {
  const refusalOf = async (person: Person): Promise<string> => {
    const refused = await move(person.familyId).then(
      () => "",
      (error: Error) => error.message,
    );
    expect(await isAt(oak, person)).toBe(true);
    return refused;
  };

  test("while the cells run different versions", async () => {
    const { anna } = await reyesFamily(oak);
    const { kysely } = elm.database;
    const newer = { name: "999-newer.sql", checksum: "a", applied_at: elm.clock.now() };
    await kysely.insertInto("migrations").values(newer).execute();
    onTestFinished(
      async () => void (await kysely.deleteFrom("migrations").where("name", "=", newer.name).execute()),
    );
    expect(await refusalOf(anna)).toBe(
      "The two cells run different versions of Porchlight. Please update both first.",
    );
  });

  test("if two of its people would go on with one account at the other cell", async () => {
    const { anna, ben, rose } = await reyesFamily(oak);
    await setEmail(oak, rose, "rose@example.org");
    const shared = await signUp(elm, { name: "Ben Reyes", phoneNumber: ben.phoneNumber });
    await setEmail(elm, shared, "rose@example.org");
    expect(await refusalOf(anna)).toBe(
      "At that cell, one account has the numbers or e-mail addresses of Ben and Rose.",
    );
  });

  test("if it has been deleted meanwhile", async () => {
    await expect(move(123_456)).rejects.toThrow("This family has been deleted meanwhile.");
  });

  test("if the other cell has another family with its number, or is down", async () => {
    const { anna } = await reyesFamily(oak);
    const row = await oak.database.kysely
      .selectFrom("families")
      .selectAll()
      .where("id", "=", anna.familyId)
      .executeTakeFirstOrThrow();
    await sql`insert into families (id, name, time_zone, country, created_at) overriding system value
      values (${row.id}, 'Other', 'UTC', 'US', '2020-01-01')`.execute(elm.database.kysely);
    expect(await refusalOf(anna)).toBe(`This cell has another family with the number ${row.id}.`);
    const down = { ...elm, url: `http://127.0.0.1:${await freePort()}` };
    await expect(move(anna.familyId, oak, down)).rejects.toThrow();
    expect(await isAt(oak, anna)).toBe(true);
  });
});

test("files that were sent ahead are deleted after a day if their family does not come", async () => {
  await receiveMedia(elm.world, 123_456, Buffer.from("a picture"));
  await deleteAbandonedMedia(elm.world);
  const found = elm.database.kysely.selectFrom("media").select("id").where("id", "=", 123_456);
  expect(await found.execute()).toHaveLength(1);
  elm.clock.advance(dayMs + 1);
  await deleteAbandonedMedia(elm.world);
  expect(await found.execute()).toEqual([]);
});
