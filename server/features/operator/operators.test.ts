// What people who run the server can see and do, on their page and by commands.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getAccount } from "#contract/accounts/accounts.ts";
import { getSignInOptions, getStatus, register } from "#contract/accounts/sign-in.ts";
import { listActivity } from "#contract/activity.ts";
import { dayMs, minuteMs } from "#contract/durations.ts";
import type { Sent } from "#contract/endpoint.ts";
import { getFamily } from "#contract/families.ts";
import { askForHelp, cancelHelpRequest } from "#contract/help/requests.ts";
import { changeChoices, getChoices } from "#contract/operator/choices.ts";
import { listFailedMessages, resendMessage, resendMessages } from "#contract/operator/failed-messages.ts";
import {
  keepOperatedFamily,
  listOperatedFamilies,
  removeFamily,
  setFamilyQuota,
} from "#contract/operator/families.ts";
import {
  endPersonsSessions,
  keepPerson,
  listOperatedPeople,
  removePerson,
} from "#contract/operator/people.ts";
import { getFamilyStorage } from "#contract/personal-data/family-storage.ts";
import { familyEvents } from "#server/family-events.ts";
import { countStoredFiles } from "#server/platform/media/stored-bytes.ts";
import { subscribeToPush } from "#tests/support/channels.ts";
import { Client } from "#tests/support/client.ts";
import { deliverDue, sendMessages } from "#tests/support/due-work.ts";
import { failedInvitation, refusal } from "#tests/support/failed-messages.ts";
import {
  forgetProof,
  newOperator,
  newSession,
  type Person,
  reyesFamily,
  signUp,
  staySignedIn,
} from "#tests/support/people.ts";
import { sendFace } from "#tests/support/photos.ts";
import { startServer, type TestServer, useServer } from "#tests/support/server.ts";
import { commandFor } from "./commands.ts";

const server = useServer();
let olga: Person;
beforeAll(async () => {
  olga = await newOperator(server());
});

const run = async (...words: string[]): Promise<string> =>
  (await commandFor(words)(server().world, familyEvents)).join("\n");

const familyNamed = async (search: string) =>
  (await olga.client.call(listOperatedFamilies, { query: { search } })).families;

const kindsIn = async ({ client }: Person) =>
  (await client.call(listActivity)).activity.map(({ who, change }) => ({ who, ...change }));

const textsTo = ({ phoneNumber }: Person): string[] =>
  server()
    .outbox.filter(({ to }) => to === phoneNumber)
    .map(({ text }) => text);

describe("an operator", () => {
  test("is made and ended by a command alone, and the account says so", async () => {
    const anna = await signUp(server());
    expect((await anna.client.ask(listOperatedFamilies, { query: {} })).status).toBe(403);
    expect(await run("make-operator", String(anna.id))).toContain("Anna Reyes is an operator now.");
    expect(await anna.client.call(getAccount)).toMatchObject({ isOperator: true });
    expect((await anna.client.ask(listOperatedFamilies, { query: {} })).status).toBe(200);
    await run("end-operator", String(anna.id));
    expect(await anna.client.call(getAccount)).toMatchObject({ isOperator: false });
    expect((await anna.client.ask(listOperatedFamilies, { query: {} })).status).toBe(403);
  });

  test("needs a fresh proof for what cannot be taken back in a moment", async () => {
    const { anna, ben } = await reyesFamily(server());
    await forgetProof(server(), olga);
    const refused = [
      await olga.client.ask(removeFamily, { params: { id: anna.familyId } }),
      await olga.client.ask(removePerson, { params: { id: ben.id } }),
      await olga.client.ask(endPersonsSessions, { params: { id: ben.id } }),
      await olga.client.ask(changeChoices, { body: { signUp: "closed" } }),
    ];
    expect(refused.map(({ body }) => body)).toMatchObject(
      refused.map(() => ({ code: "fresh-proof-needed" })),
    );
    olga = await newOperator(server());
  });
});

describe("families", () => {
  test("are listed newest first, with people, sizes, dates and requests, and nothing else", async () => {
    const { anna, rose } = await reyesFamily(server());
    await rose.client.call(askForHelp, { body: { text: "My lamp is broken." } });
    await sendFace(anna.client);
    const now = server().clock.now().toISOString();
    const { families } = await olga.client.call(listOperatedFamilies, { query: {} });
    const found = families.find(({ id }) => id === anna.familyId);
    expect(found).toEqual({
      id: anna.familyId,
      name: "The Reyes family",
      people: 3,
      createdAt: now,
      lastSeenAt: now,
      storedBytes: expect.any(Number),
      maxMegabytes: 5_000,
      hasOwnQuota: false,
      requests: 1,
      deletionDueAt: null,
    });
    expect(found?.storedBytes).toBeGreaterThan(1_000);
    expect(families.map(({ id }) => id)).toEqual(
      families.map(({ id }) => id).sort((one, other) => other - one),
    );
    expect(await run("families", "reyes")).toMatch(
      new RegExp(
        `^ *${anna.familyId} +The Reyes family +3 +2026-11-20 +2026-11-20 +0\\.1 MB of 5000 +1$`,
        "m",
      ),
    );
  });

  test("are found by their number and by the beginnings of words, and come in pages otherwise", async () => {
    const { database, clock } = server();
    await sql`insert into families (name, time_zone, country, created_at)
      select 'Willowby ' || n, 'America/New_York', 'US', ${clock.now()}::timestamptz from generate_series(1, 60) n`.execute(
      database.kysely,
    );
    const first = await olga.client.call(listOperatedFamilies, { query: {} });
    expect([first.families.length, first.hasMore]).toEqual([50, true]);
    const before = String(first.families.at(-1)?.id);
    const second = await olga.client.call(listOperatedFamilies, { query: { before } });
    expect(second.families[0]?.id).toBe(Number(before) - 1);
    expect((await familyNamed("willow 60")).map(({ name }) => name)).toEqual(["Willowby 60"]);
    expect((await familyNamed(before)).map(({ id }) => id)).toEqual([Number(before)]);
    expect(await familyNamed("illowby")).toEqual([]);
    expect(await familyNamed("& | ! ( ' \\ :*")).toEqual([]);
  });

  test("one that is removed goes in seven days; its members are told who did it, and the log says so", async () => {
    const { anna, rose } = await reyesFamily(server());
    const params = { id: anna.familyId };
    expect(await olga.client.call(removeFamily, { params })).toEqual({ dueAt: "2026-11-27T13:05:00.000Z" });
    await sendMessages(server().world);
    expect(textsTo(anna).at(-1)).toMatch(
      /^The person who runs this server wants to delete “The Reyes family” on Porchlight\. On Friday/,
    );
    expect(textsTo(rose).at(-1)).toMatch(
      /closes on Friday, November 27\. The person who runs this server asked/,
    );
    expect((await anna.client.call(getFamily)).deletion?.askedBy).toBe("The person who runs this server");
    expect(await familyNamed(String(anna.familyId))).toMatchObject([
      { deletionDueAt: "2026-11-27T13:05:00.000Z" },
    ]);
    await olga.client.call(keepOperatedFamily, { params });
    expect((await anna.client.call(getFamily)).deletion).toBeNull();
    expect(await kindsIn(anna)).toEqual(
      expect.arrayContaining([
        { who: null, kind: "family-kept", isByOperator: true },
        { who: null, kind: "family-deletion-requested", isByOperator: true },
      ]),
    );
    expect((await olga.client.ask(keepOperatedFamily, { params })).status).toBe(404);
    const absent = { params: { id: 999_999 } };
    expect((await olga.client.ask(removeFamily, absent)).status).toBe(404);
    expect(await run("remove-family", String(anna.familyId))).toContain("will be deleted on 2026-11-27");
    expect(await run("keep-family", String(anna.familyId))).toBe('The family "The Reyes family" stays.');
    await expect(run("remove-family", "the reyes family")).rejects.toThrow("matches several families");
  });

  test("one may have a quota of its own, which its admins see, and which holds at once", async () => {
    const { anna } = await reyesFamily(server());
    const [world, { kysely }] = [server().world, server().database];
    const store = (bytes: number) =>
      countStoredFiles(world, kysely, { personId: anna.id, familyId: anna.familyId, bytes });
    await olga.client.call(setFamilyQuota, { params: { id: anna.familyId }, body: { megabytes: 1 } });
    expect(await anna.client.call(getFamilyStorage)).toEqual({ usedMegabytes: 0, maxMegabytes: 1 });
    expect(await familyNamed(String(anna.familyId))).toMatchObject([{ maxMegabytes: 1, hasOwnQuota: true }]);
    await expect(store(1_000_001)).rejects.toThrow("fill the 1 MB that it has here");
    expect(await run("set-quota", String(anna.familyId), "8000")).toBe(
      '"The Reyes family" may store 8000 MB.',
    );
    await store(1_000_001);
    expect(await run("set-quota", String(anna.familyId), "default")).toContain(
      "what all families may: 5000 MB",
    );
    await expect(run("set-quota", String(anna.familyId), "lots")).rejects.toThrow("MEGABYTES is a number");
    const wrong = { params: { id: anna.familyId }, body: { megabytes: -1 } };
    expect((await olga.client.ask(setFamilyQuota, wrong)).status).toBe(400);
  });
});

describe("people", () => {
  test("are found by name, number and address, with two digits of their phone", async () => {
    const quentin = await signUp(server(), { name: "Quentin Quill" });
    const listed = {
      id: quentin.id,
      name: "Quentin Quill",
      lastDigits: quentin.phoneNumber.slice(-2),
      families: [{ id: quentin.familyId, role: "admin" }],
      isOperator: false,
      deletionDueAt: null,
    };
    for (const search of ["quent", "Quentin Quill", String(quentin.id), quentin.phoneNumber]) {
      const { people } = await olga.client.call(listOperatedPeople, { query: { search } });
      expect(people).toMatchObject([listed]);
    }
    const { people } = await olga.client.call(listOperatedPeople, { query: {} });
    expect(people[0]).toMatchObject(listed);
  });

  test("one who is signed out by the operator is so on every device, and stays the owner of the account", async () => {
    const { ben } = await reyesFamily(server());
    const tablet = await newSession(server(), ben);
    const params = { id: ben.id };
    expect(await olga.client.call(endPersonsSessions, { params })).toEqual({ ended: 2 });
    for (const client of [ben.client, tablet]) expect((await client.ask(getStatus)).status).toBe(401);
    const again = await newSession(server(), ben);
    expect((await again.call(getAccount)).devices).toHaveLength(1);
    expect(await run("end-sessions", String(ben.id))).toBe("Ben is signed out. Devices: 1.");
    expect((await olga.client.ask(endPersonsSessions, { params: { id: 999_999 } })).status).toBe(404);
  });

  test("one who is removed is told who did it, and can keep the account, as can the operator", async () => {
    const { anna, ben } = await reyesFamily(server());
    const params = { id: ben.id };
    const { dueAt } = await olga.client.call(removePerson, { params });
    expect(await ben.client.call(getAccount)).toMatchObject({ deletionDueAt: dueAt });
    expect(textsTo(ben).at(-1)).toMatch(
      /^The person who runs this server will delete your Porchlight account in 7 days\. Want to keep it\? /,
    );
    await olga.client.call(keepPerson, { params });
    expect(await ben.client.call(getAccount)).toMatchObject({ deletionDueAt: null });
    expect(await kindsIn(anna)).toEqual(
      expect.arrayContaining([
        { who: "Ben", kind: "account-kept", isByOperator: true },
        { who: "Ben", kind: "account-deletion-requested", isByOperator: true },
      ]),
    );
    expect((await olga.client.ask(keepPerson, { params })).status).toBe(404);
    // Even the only admin of others: the family gets another one.
    expect(await run("remove-person", String(anna.id))).toContain("will be deleted on");
    expect(await run("keep-person", String(anna.id))).toBe("The account of Anna Reyes stays.");
  });
});

describe("failed messages", () => {
  test("say when, to whom and why, and go out again once the provider takes them", async () => {
    const { anna } = await reyesFamily(server());
    const { id, email } = await failedInvitation(server(), anna);
    const [failed] = (await olga.client.call(listFailedMessages, { query: {} })).messages;
    expect(failed).toEqual({
      id,
      failedAt: server().clock.now().toISOString(),
      kind: "invitation",
      channel: "email",
      name: null,
      address: "…@example.com",
      reason: refusal,
      notAgain: null,
    });
    expect(await run("failed-messages")).toMatch(
      /invitation +email +…@example\.com +The mail server refused/,
    );
    const sent = server().mailbox.length;
    expect(await olga.client.call(resendMessage, { params: { id } })).toEqual({ resent: 1, over: 0 });
    await sendMessages(server().world);
    expect(server().mailbox.slice(sent)).toMatchObject([{ to: email }]);
    expect((await olga.client.ask(resendMessage, { params: { id } })).status).toBe(404);
    expect((await olga.client.call(listFailedMessages, { query: {} })).messages).toEqual([]);
  });

  test("a request that is over is never sent again, and an open one is", async () => {
    const { anna, rose } = await reyesFamily(server());
    await subscribeToPush(anna);
    const { kysely } = server().database;
    const asked = async () => {
      const { id } = await rose.client.call(askForHelp, { body: { text: "My lamp is broken." } });
      await deliverDue(server().world);
      const failed = { state: "FAILED" as const, failed_at: server().clock.now(), failure_reason: refusal };
      await kysely
        .updateTable("messages")
        .set(failed)
        .where("kind", "=", "help")
        .where("subject_id", "=", id)
        .execute();
      const message = kysely.selectFrom("messages").select("id").where("state", "=", "FAILED");
      return { id, message: await message.where("subject_id", "=", id).executeTakeFirstOrThrow() };
    };
    const open = await asked();
    expect(await olga.client.call(resendMessage, { params: { id: open.message.id } })).toEqual({
      resent: 1,
      over: 0,
    });
    const over = await asked();
    await rose.client.call(cancelHelpRequest, { params: { id: over.id } });
    expect(await olga.client.ask(resendMessage, { params: { id: over.message.id } })).toMatchObject({
      status: 409,
      body: { message: "This message can't be sent again. What it is about is over." },
    });
    const { messages } = await olga.client.call(listFailedMessages, { query: {} });
    const { channel } = messages.find(({ id }) => id === over.message.id) ?? { channel: "sms" as const };
    expect(await olga.client.call(resendMessages, { body: { channel } })).toMatchObject({ resent: 0 });
    await kysely.deleteFrom("messages").where("state", "=", "FAILED").execute();
  });

  test("what makes no sense later says why, and after 30 days nothing is listed", async () => {
    const { anna } = await reyesFamily(server());
    const { kysely } = server().database;
    const now = server().clock.now();
    const about = {
      person_id: anna.id,
      channel: "sms",
      is_urgent: false,
      created_at: now,
      due_at: now,
    } as const;
    const failed = { ...about, kind: "light", state: "FAILED", failed_at: now } as const;
    await kysely.insertInto("messages").values(failed).execute();
    const { messages } = await olga.client.call(listFailedMessages, { query: {} });
    expect(messages).toMatchObject([
      {
        name: "Anna Reyes",
        address: `…${anna.phoneNumber.slice(-2)}`,
        notAgain: "It was about one morning.",
      },
    ]);
    const refused = await olga.client.ask(resendMessage, { params: { id: messages[0]?.id ?? 0 } });
    expect(refused).toMatchObject({ status: 409 });
    server().clock.advance(30 * dayMs + minuteMs);
    await staySignedIn(server());
    expect(await olga.client.call(listFailedMessages, { query: {} })).toEqual({
      messages: [],
      hasMore: false,
    });
  });
});

describe("what an operator chooses", () => {
  let other: TestServer;
  beforeAll(async () => {
    other = await startServer({ databaseUrl: server().databaseUrl });
  });
  afterAll(() => other.stop());

  test("goes before the environment on all servers at once, and goes back to it", async () => {
    olga = await newOperator(server());
    const choose = (body: Sent<typeof changeChoices>["body"]) => olga.client.call(changeChoices, { body });
    const preset = { signUp: "open", supportEmail: "support@porchlight.example" };
    await choose({ signUp: "closed", supportEmail: "complaints@example.com" });
    expect(await olga.client.call(getChoices)).toEqual({
      signUp: { preset: preset.signUp, chosen: "closed" },
      supportEmail: { preset: preset.supportEmail, chosen: "complaints@example.com" },
    });
    const visitor = new Client(other.url);
    expect(await visitor.call(getSignInOptions)).toMatchObject({ signUp: "closed" });
    const newcomer = {
      username: "Nora Nash",
      password: "wq7v2kzn",
      role: "admin",
      timeZone: "America/New_York",
    };
    const refused = await visitor.ask(register, { body: { ...newcomer, phoneNumber: "+16145550199" } });
    expect(refused.body).toMatchObject({ message: "This Porchlight takes no new people right now." });
    const { anna } = await reyesFamily(server());
    await failedInvitation(server(), anna);
    await olga.client.call(resendMessages, { body: { channel: "email" } });
    await sendMessages(server().world);
    expect(server().mailbox.at(-1)?.text).toContain(
      "Questions or complaints? Write to complaints@example.com.",
    );
    await choose({ signUp: null });
    expect(await visitor.call(getSignInOptions)).toMatchObject({ signUp: "open" });
    expect(await run("sign-up", "invited")).toBe(
      "Who can make an account: invited, as an operator has chosen. Without that it would be open.",
    );
    expect(await run("sign-up", "default")).toBe(
      "Who can make an account: open, as SIGN_UP or its default says.",
    );
    expect(await run("support-email", "default")).toContain("support@porchlight.example, as SUPPORT_EMAIL");
    await expect(run("sign-up", "ajar")).rejects.toThrow("sign-up [open|invited|closed|default]");
    await expect(run("support-email", "nowhere")).rejects.toThrow('"nowhere" is no e-mail address.');
  });
});
