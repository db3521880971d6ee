// The person who asked shows something to their helper, and the server brings their browsers together.
import { createHmac } from "node:crypto";
import { beforeEach, describe, expect, it, test } from "vitest";
import { hourMs } from "#contract/durations.ts";
import { changeRole, leaveFamily, removeMember } from "#contract/families.ts";
import {
  acknowledgeHelpRequest,
  askForHelp,
  handOnHelpRequest,
  resolveHelpRequest,
} from "#contract/help/requests.ts";
import {
  answerVideoCall,
  endVideoCall,
  getVideoCall,
  listIceServers,
  startVideoCall,
} from "#contract/help/video-calls.ts";
import { Client } from "#tests/support/client.ts";
import { type Person, reyesFamily, signUp } from "#tests/support/people.ts";
import { startServer, useServer } from "#tests/support/server.ts";
import { deleteAbandonedVideoCalls } from "./video-calls.ts";

const server = useServer();
const offer = "v=0\r\no=rose\r\n";
const answer = "v=0\r\no=anna\r\n";

type Family = Awaited<ReturnType<typeof reyesFamily>>;
let family: Family;
let params: { id: number };
beforeEach(async () => {
  family = await reyesFamily(server());
  params = { id: (await family.rose.client.call(askForHelp, { body: { phraseId: 101 } })).id };
  await family.anna.client.call(acknowledgeHelpRequest, { params });
});

const show = ({ client }: Person = family.rose) =>
  client.ask(startVideoCall, { params, body: { source: "camera", offer } });
const seenBy = ({ client }: Person) => client.call(getVideoCall, { params });
const join = async ({ client }: Person, videoCallId: number) =>
  client.ask(answerVideoCall, { params, body: { videoCallId, answer } });
async function started() {
  const { body } = await show();
  return body.id;
}

describe("a video call", () => {
  it("brings the offer to the helper, and the helper's answer back", async () => {
    const id = await started();
    expect(await seenBy(family.anna)).toMatchObject({ id, source: "camera", offer, answer: null });
    expect((await join(family.anna, id)).status).toBe(200);
    expect(await seenBy(family.rose)).toMatchObject({ id, answer, helper: { name: "Anna Reyes" } });
  });

  it("is on nobody else's screen, not even in the same family", async () => {
    const id = await started();
    expect(await seenBy(family.ben)).toBeNull();
    expect((await join(family.ben, id)).status).toBe(409);
    await family.ben.client.ask(endVideoCall, { params });
    expect(await seenBy(family.anna)).toMatchObject({ id });
  });

  it("does not exist for another family", async () => {
    await started();
    const eve = await signUp(server());
    for (const endpoint of [getVideoCall, endVideoCall])
      expect((await eve.client.ask(endpoint, { params })).status).toBe(404);
    expect((await show(eve)).status).toBe(404);
  });

  it("can be started only by the person who asked", async () => {
    expect((await show(family.anna)).status).toBe(403);
  });

  it("needs somebody who helps", async () => {
    params = { id: (await family.rose.client.call(askForHelp, { body: { phraseId: 102 } })).id };
    expect(await show()).toMatchObject({
      status: 409,
      body: { message: "Nobody is helping with this right now." },
    });
  });

  it("is replaced by the next one, which an earlier answer cannot join", async () => {
    const first = await started();
    const second = await started();
    expect((await join(family.anna, first)).status).toBe(409);
    expect((await join(family.anna, second)).status).toBe(200);
  });

  it("can be joined once", async () => {
    const id = await started();
    await join(family.anna, id);
    expect((await join(family.anna, id)).status).toBe(409);
  });

  it.each(["rose", "anna"] as const)("ends for both when %s leaves", async (who) => {
    await started();
    await family[who].client.call(endVideoCall, { params });
    expect([await seenBy(family.anna), await seenBy(family.rose)]).toEqual([null, null]);
  });

  it("ends with its request", async () => {
    const id = await started();
    await family.rose.client.call(resolveHelpRequest, { params });
    expect(await seenBy(family.anna)).toBeNull();
    expect((await join(family.anna, id)).status).toBe(409);
  });

  it.each([
    ["hands the request on", ({ ben }: Family) => ben.client.call(handOnHelpRequest, { params })],
    [
      "is a grandparent from now on",
      ({ anna, ben }: Family) =>
        anna.client.call(changeRole, { params: { id: ben.id }, body: { role: "grandparent" } }),
    ],
    ["leaves the family", ({ ben }: Family) => ben.client.call(leaveFamily)],
    ["is removed", ({ anna, ben }: Family) => anna.client.call(removeMember, { params: { id: ben.id } })],
  ])("ends for a helper who %s, and is not passed on to the next one", async (_what, stopHelping) => {
    const { anna, ben, rose } = family;
    params = { id: (await rose.client.call(askForHelp, { body: { phraseId: 102 } })).id };
    await ben.client.call(acknowledgeHelpRequest, { params });
    const id = await started();
    expect(await seenBy(ben)).toMatchObject({ id });
    await stopHelping(family);
    const isWithoutCall = async () => {
      const seen = await ben.client.ask(getVideoCall, { params });
      expect(seen.status === 200 ? seen.body : null).toBeNull();
      expect((await join(ben, id)).status).toBeGreaterThanOrEqual(400);
      expect((await ben.client.ask(listIceServers, { params })).status).toBeGreaterThanOrEqual(400);
      expect(await seenBy(rose)).toBeNull();
    };
    await isWithoutCall();
    await anna.client.call(acknowledgeHelpRequest, { params });
    await isWithoutCall();
    expect(await seenBy(anna)).toBeNull();
    expect((await join(anna, id)).status).toBe(409);
  });

  it("leaves nothing behind when both browsers vanish", async () => {
    await started();
    server().clock.advance(4 * hourMs + 1);
    await deleteAbandonedVideoCalls(server().world);
    expect(await server().database.kysely.selectFrom("video_calls").selectAll().execute()).toEqual([]);
  });

  it.each([
    ["something else than a description", "hello"],
    ["a description of 40 KB", `v=0\r\n${"a".repeat(40_000)}`],
  ])("refuses %s", async (_, wrong) => {
    const body = { source: "camera" as const, offer: wrong };
    expect((await family.rose.client.ask(startVideoCall, { params, body })).status).toBe(400);
  });
});

describe("the servers for video calls", () => {
  const ask = ({ client }: Person) => client.ask(listIceServers, { params });

  test("are none unless they are configured", async () => {
    expect((await ask(family.rose)).body).toEqual([]);
  });

  test("are told to the person who asked while somebody helps, and to the helper during the call", async () => {
    expect((await ask(family.rose)).status).toBe(200);
    expect((await ask(family.anna)).status).toBe(403);
    await started();
    expect((await ask(family.anna)).status).toBe(200);
    expect((await ask(family.ben)).status).toBe(403);
    expect((await ask(await signUp(server()))).status).toBe(404);
    await family.rose.client.call(endVideoCall, { params });
    expect((await ask(family.anna)).status).toBe(403);
    await family.anna.client.call(resolveHelpRequest, { params });
    expect((await ask(family.rose)).status).toBe(409);
  });

  test("come with credentials of one person that coturn accepts for an hour", async () => {
    const secret = "a-secret-of-the-relay";
    const env = {
      STUN_URL: "stun:stun.example.com",
      TURN_URL: "turn:turn.example.com:3478",
      TURN_SECRET: secret,
    };
    const other = await startServer({ env, databaseUrl: server().databaseUrl });
    try {
      const client = Object.assign(new Client(other.url), { token: family.rose.client.token });
      const [stun, turn] = await client.call(listIceServers, { params });
      expect(stun).toEqual({ urls: ["stun:stun.example.com"] });
      const [expires, name] = turn?.username?.split(":") ?? [];
      expect(Number(expires) * 1000 - other.clock.now().getTime()).toBe(hourMs);
      expect(name).toBe(String(family.rose.id));
      const expected = createHmac("sha1", secret)
        .update(turn?.username ?? "")
        .digest("base64");
      expect(turn).toMatchObject({ urls: ["turn:turn.example.com:3478"], credential: expected });
    } finally {
      await other.stop();
    }
  });
});
