// Ids of rows that grow with use exceed the range of an `integer`, and everything works with them.
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { changeEmail, confirmEmail, getAccount } from "#contract/accounts/accounts.ts";
import { undoAccountChange } from "#contract/accounts/changes.ts";
import { dayMs, minuteMs } from "#contract/durations.ts";
import { getHelpAnswer } from "#contract/help/answers.ts";
import { addGuide, listGuides } from "#contract/help/guides.ts";
import { listPastRequests } from "#contract/help/past-requests.ts";
import { addHelpPhrase, changeHelpPhrase, listHelpPhrases } from "#contract/help/phrases.ts";
import {
  acknowledgeHelpRequest,
  askForHelp,
  getHelpRequest,
  resolveHelpRequest,
} from "#contract/help/requests.ts";
import { deletePushSubscription, listPushSubscriptions } from "#contract/messages.ts";
import { addEmail, subscribeToPush } from "./support/channels.ts";
import { Client } from "./support/client.ts";
import { deliverDue } from "./support/due-work.ts";
import { newGuide } from "./support/guides.ts";
import { proveFreshly, reyesFamily } from "./support/people.ts";
import { useServer } from "./support/server.ts";

const server = useServer();
const largestInteger = 2 ** 31 - 1;
const firstId = 5_000_000_000_001;

let family: Awaited<ReturnType<typeof reyesFamily>>;
beforeAll(async () => {
  const { rows } = await sql<{ sequence: string }>`
    select sequencename as sequence, setval(sequencename::regclass, ${firstId}, false)
    from pg_sequences where schemaname = 'public' and data_type = 'bigint'::regtype`.execute(
    server().database.kysely,
  );
  expect(rows.map(({ sequence }) => sequence)).toEqual(
    expect.arrayContaining(["help_requests_id_seq", "help_request_receipts_id_seq", "messages_id_seq"]),
  );
  family = await reyesFamily(server());
});

const tokenIn = (path: string, text = "") => text.match(new RegExp(`${path}\\?to=([\\w-]+)`))?.[1] ?? "";

describe("with ids beyond the range of an integer", () => {
  test("a help request is stored, sent, shown by its number, answered and listed", async () => {
    const { anna, ben, rose } = family;
    await addEmail(server(), ben);
    const { id } = await rose.client.call(askForHelp, { body: { phraseId: 101 } });
    expect(id).toBeGreaterThan(largestInteger);
    for (const minutes of [0, 3]) {
      server().clock.advance(minutes * minuteMs);
      await deliverDue(server().world);
    }
    const token = tokenIn("/help/answer", server().outbox.findLast(({ to }) => to === ben.phoneNumber)?.text);
    const anybody = new Client(server().url);
    expect(await anybody.call(getHelpAnswer, { params: { token } })).toMatchObject({ name: "Ben" });
    await anna.client.call(acknowledgeHelpRequest, { params: { id } });
    await anna.client.call(resolveHelpRequest, { params: { id } });
    expect(await rose.client.call(getHelpRequest, { params: { id } })).toMatchObject({
      id,
      state: "RESOLVED",
    });
    server().clock.advance(3 * dayMs);
    expect((await anna.client.call(listPastRequests, { query: {} })).requests).toMatchObject([{ id }]);
    const before = String(id);
    expect((await anna.client.call(listPastRequests, { query: { before } })).requests).toEqual([]);
  });

  test("a phrase of the family's own keeps its place and its guide when its words change, and is asked with", async () => {
    const { anna, rose } = family;
    const add = (phrase: string) => anna.client.call(addHelpPhrase, { body: { categoryId: 2, phrase } });
    const { id } = await add("Please water my tomatoes.");
    await add("My fence is down.");
    await anna.client.call(addGuide, { body: { ...newGuide, phraseId: id } });
    const body = { phrase: "Please water my roses." };
    const changed = await anna.client.call(changeHelpPhrase, { params: { id }, body });
    expect(changed.id).toBeGreaterThan(largestInteger);
    const phrases = await rose.client.call(listHelpPhrases, { params: { id: 2 } });
    expect(phrases.slice(-2)).toMatchObject([body, { phrase: "My fence is down." }]);
    expect(await rose.client.call(listGuides)).toMatchObject([{ phrase: { id: changed.id } }]);
    expect(await rose.client.call(askForHelp, { body: { phraseId: changed.id } })).toMatchObject(body);
  });

  test("the signed links of a confirmation and of a change work", async () => {
    const { anna } = family;
    await proveFreshly(server(), anna);
    await anna.client.call(changeEmail, { body: { email: "anna@example.com" } });
    const mailed = () => server().mailbox.findLast(({ to }) => to === "anna@example.com")?.text;
    await anna.client.call(confirmEmail, { body: { token: tokenIn("/account/email", mailed()) } });
    expect(await anna.client.call(getAccount)).toMatchObject({ email: "anna@example.com" });
    const text = server().outbox.findLast(({ to }) => to === anna.phoneNumber)?.text;
    const anybody = new Client(server().url);
    await anybody.call(undoAccountChange, { params: { token: tokenIn("/account/undo", text) } });
    expect(await server().database.kysely.selectFrom("people").select("email").execute()).toContainEqual({
      email: null,
    });
  });

  test("a push subscription is removed by its number", async () => {
    const { ben } = family;
    await subscribeToPush(ben);
    const [device] = await ben.client.call(listPushSubscriptions);
    expect(device?.id).toBeGreaterThan(largestInteger);
    await ben.client.call(deletePushSubscription, { params: { id: device?.id ?? 0 } });
    expect(await ben.client.call(listPushSubscriptions)).toEqual([]);
  });
});
