// Tests what every channel has to do. A new channel is tested as soon as the contract names it.
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { channels, channelTraits } from "#contract/channels.ts";
import { minuteMs } from "#contract/durations.ts";
import { changeEscalationPlan } from "#contract/help/plan.ts";
import { askForHelp } from "#contract/help/requests.ts";
import { type Channel, recordMessageReceipt } from "#contract/messages.ts";
import { getReachability, listOwnContactMethods } from "#contract/reachability.ts";
import { addressChanges } from "#tests/support/channels.ts";
import { Client } from "#tests/support/client.ts";
import { deliverDue } from "#tests/support/due-work.ts";
import { join, type Person, signUp } from "#tests/support/people.ts";
import { refuse } from "#tests/support/reachability.ts";
import { useServer, withCalls } from "#tests/support/server.ts";
import { channelOf, channelsOfPeople } from "./channels.ts";
import { messageToken } from "./message-links.ts";

const server = useServer({ env: withCalls });

/** Ben and Rose in a family of two. Ben is the only helper, and no channel reaches him. */
async function familyWithoutAddresses() {
  const ben = await signUp(server(), { name: "Ben" });
  const rose = await join(server(), ben, "grandparent", "Rose");
  const { kysely: db } = server().database;
  await db.updateTable("people").set({ phone_number: null }).where("id", "=", ben.id).execute();
  await db.deleteFrom("contact_methods").where("person_id", "=", ben.id).execute();
  await db
    .updateTable("family_reachability")
    .set({ check_at: new Date("2100-01-01") })
    .where("family_id", "=", ben.familyId)
    .execute();
  return { ben, rose };
}

const methodOf = async ({ client }: Person, channel: Channel) =>
  (await client.call(listOwnContactMethods)).find((method) => method.channel === channel);

const channelsOf = async ({ id }: Person) =>
  (await channelsOfPeople(server().world, [id])).flatMap(({ channels }) => channels);

const isCheckDue = async ({ familyId }: Person) => {
  const family = server().database.kysely.selectFrom("family_reachability").select("check_at");
  const { check_at } = await family.where("family_id", "=", familyId).executeTakeFirstOrThrow();
  return check_at <= server().clock.now();
};

/** Rose asks while it is quiet, and the family's plan uses this channel alone. Returns the messages to Ben. */
async function askInQuietHours({ ben, rose }: { ben: Person; rose: Person }, channel: Channel) {
  const steps = [{ after: 0, target: "everyone" as const, channels: [channel] }];
  const quietHours = { from: "00:00", until: "23:59" };
  await ben.client.call(changeEscalationPlan, { body: { steps, firstContactId: null, quietHours } });
  await rose.client.call(askForHelp, { body: { phraseId: 101 } });
  await deliverDue(server().world);
  const messages = server().database.kysely.selectFrom("messages").selectAll().where("kind", "=", "help");
  return await messages.where("person_id", "=", ben.id).execute();
}

describe.each(channels)("the channel %s", (channel) => {
  const [add, replace] = addressChanges[channel];
  const addressesOf = ({ id }: Person) => channelOf(channel).addressesOf(server().world, id);

  test("reaches a person as soon as they have added an address", async () => {
    const { ben } = await familyWithoutAddresses();
    expect([await addressesOf(ben), await channelsOf(ben)]).toEqual([[], []]);
    await add(server(), ben);
    expect(await addressesOf(ben)).toHaveLength(1);
    expect(await channelsOf(ben)).toContain(channel);
    expect(await methodOf(ben, channel)).toMatchObject({ places: 1 });
    expect(await isCheckDue(ben)).toBe(true);
    expect((await ben.client.call(getReachability)).state).toBe("one-person");
  });

  test("forgets a refusal when the person adds another address", async () => {
    const { ben } = await familyWithoutAddresses();
    await add(server(), ben);
    const [before] = await addressesOf(ben);
    await refuse(server(), ben, channel);
    expect(await methodOf(ben, channel)).toMatchObject({ refusal: "landline" });
    await replace(server(), ben);
    expect(await addressesOf(ben)).not.toContain(before);
    expect(await methodOf(ben, channel)).toMatchObject({ refusal: null });
  });

  test("waits for the end of quiet hours exactly if it wakes people", async () => {
    const family = await familyWithoutAddresses();
    await add(server(), family.ben);
    const messages = await askInQuietHours(family, channel);
    expect(messages).toHaveLength(channelTraits[channel].wakes ? 0 : 1);
  });

  test("sends a request for help, and its receipt proves the contact method", async () => {
    const { ben, rose } = await familyWithoutAddresses();
    await add(server(), ben);
    const steps = [{ after: 0, target: "everyone" as const, channels: [channel] }];
    await ben.client.call(changeEscalationPlan, { body: { steps, firstContactId: null, quietHours: null } });
    await rose.client.call(askForHelp, { body: { phraseId: 101 } });
    server().clock.advance(minuteMs);
    await deliverDue(server().world);
    const help = server().database.kysely.selectFrom("messages").selectAll().where("kind", "=", "help");
    const mine = help.where("person_id", "=", ben.id).where("channel", "=", channel);
    const message = await mine.executeTakeFirstOrThrow();
    expect(message.state).toBe("ACCEPTED");
    const [address = ""] = await addressesOf(ben);
    const token = messageToken(server().world, "receipt", [message], address);
    await new Client(server().url).call(recordMessageReceipt, { params: { token } });
    expect((await mine.executeTakeFirstOrThrow()).state).toBe("ARRIVED");
    expect(await methodOf(ben, channel)).toMatchObject({ provenAt: server().clock.now().toISOString() });
  });
});

test("nothing in the database names a channel, so that a new one needs no migration for that", async () => {
  const { kysely: db } = server().database;
  const { rows } = await sql<{ name: string; code: string }>`
    select proname as name, prosrc as code from pg_proc where pronamespace = current_schema::regnamespace
    union all select conname, pg_get_constraintdef(oid) from pg_constraint
      where connamespace = current_schema::regnamespace
    union all select indexname, indexdef from pg_indexes where schemaname = current_schema
    union all select viewname, definition from pg_views where schemaname = current_schema`.execute(db);
  const names = new RegExp(`\\bchannel\\b.*'(${channels.join("|")})'`, "s");
  expect(rows.length).toBeGreaterThan(100);
  expect(rows.filter(({ code }) => names.test(code)).map(({ name }) => name)).toEqual([]);
});
