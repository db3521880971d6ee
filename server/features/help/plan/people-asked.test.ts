import { beforeAll, describe, expect, test } from "vitest";
import { writtenChannels } from "#contract/channels.ts";
import { minuteMs } from "#contract/durations.ts";
import { changeRole, getFamily, removeMember } from "#contract/families.ts";
import { changeEscalationPlan, defaultSteps, getEscalationPlan, listHelpers } from "#contract/help/plan.ts";
import { askForHelp } from "#contract/help/requests.ts";
import { addEmail, subscribeToPush } from "#tests/support/channels.ts";
import { deliverDue } from "#tests/support/due-work.ts";
import { join, reyesFamily } from "#tests/support/people.ts";
import { production, startServer, useServer } from "#tests/support/server.ts";

const server = useServer();

let family: Awaited<ReturnType<typeof reyesFamily>>;
beforeAll(async () => {
  family = await reyesFamily(server());
});

const helpers = () => family.ben.client.call(listHelpers);
const choose = (firstContactId: number) =>
  family.anna.client.ask(changeEscalationPlan, {
    body: { steps: [...defaultSteps], firstContactId, quietHours: null },
  });

describe("who is asked", () => {
  test("are listed with the channels that reach them, without the person who needs help", async () => {
    await addEmail(server(), family.ben);
    await subscribeToPush(family.anna);
    expect(await helpers()).toEqual({
      helpers: [
        { id: family.anna.id, name: "Anna Reyes", channels: ["push", "sms"] },
        { id: family.ben.id, name: "Ben", channels: ["sms", "email"] },
      ],
      maxPaid: [{ channel: "sms", max: 100 }],
      openChannels: [...writtenChannels],
    });
  });

  test("start with the first contact when the plan does not name one", async () => {
    const { anna, ben, rose } = family;
    await anna.client.call(changeRole, { params: { id: ben.id }, body: { role: "admin" } });
    await ben.client.call(changeRole, { params: { id: anna.id }, body: { role: "child" } });
    const [first] = (await helpers()).helpers;
    await rose.client.call(askForHelp, { body: { phraseId: 101 } });
    server().clock.advance(minuteMs);
    await deliverDue(server().world);
    expect(server().outbox.at(-1)?.to).toBe(ben.phoneNumber);
    expect(first?.id).toBe(ben.id);
    await ben.client.call(changeRole, { params: { id: anna.id }, body: { role: "admin" } });
  });

  test("have no texts or e-mail without a provider for them", async () => {
    const silent = await startServer({ env: production });
    try {
      const { anna } = await reyesFamily(silent);
      const { helpers, openChannels } = await anna.client.call(listHelpers);
      expect(openChannels).toEqual(["push"]);
      expect(helpers.map(({ channels }) => channels)).toEqual([[], []]);
    } finally {
      await silent.stop();
    }
  });
});

describe("the first contact", () => {
  test("is reset when the person leaves, who cannot be chosen again", async () => {
    const joe = await join(server(), family.anna, "child", "Joe");
    expect((await choose(joe.id)).status).toBe(200);
    expect(await family.rose.client.call(getFamily)).toMatchObject({ firstContactId: joe.id });
    await family.anna.client.call(removeMember, { params: { id: joe.id } });
    expect(await family.anna.client.call(getEscalationPlan)).toMatchObject({ firstContactId: null });
    expect(await family.rose.client.call(getFamily)).toMatchObject({ firstContactId: null });
    expect(await choose(joe.id)).toMatchObject({
      status: 400,
      body: { fields: { firstContactId: "Please choose someone who helps" } },
    });
  });

  test("applies at once, to earlier requests too", async () => {
    const { ben, rose } = family;
    await rose.client.call(askForHelp, { body: { phraseId: 101 } });
    await choose(family.anna.id);
    server().clock.advance(30_000);
    await choose(ben.id);
    server().outbox.length = 0;
    server().clock.advance(30_000);
    await deliverDue(server().world);
    expect(server().outbox.map(({ to }) => to)).toContain(ben.phoneNumber);
    expect(server().outbox.map(({ to }) => to)).not.toContain(family.anna.phoneNumber);
  });
});
