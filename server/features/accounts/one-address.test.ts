// A whole family signs up at one address, and strangers there are limited as before.
import { describe, expect, test } from "vitest";
import { register, requestVerification, verifyCode } from "#contract/accounts/sign-in.ts";
import { minuteMs } from "#contract/durations.ts";
import { acceptInvitation, createInvitation } from "#contract/invitations.ts";
import { readConfig } from "#server/platform/config/config.ts";
import { Client } from "#tests/support/client.ts";
import { codeFor, invite, newPhoneNumber, type Person, proveEmail, signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const { smsPerIpPerHour, registrationsPerIp, knownRegistrationsPerIp } = readConfig({}).limits;
const limits = { smsPerIpPerHour, registrationsPerIp, knownRegistrationsPerIp };
const server = useServer({ env: { TRUSTED_PROXIES: "127.0.0.1" }, limits });

let lastAddress = 0;

/** Everybody in one house: new browsers that share an address. */
function newHouse() {
  lastAddress += 1;
  const headers = { "x-forwarded-for": `10.1.0.${lastAddress}` };
  return () => {
    const client = new Client(server().url);
    return {
      client,
      ask: (body: { phoneNumber: string }) => client.ask(requestVerification, { body, headers }),
      check: (phoneNumber: string, code = codeFor(server(), phoneNumber)) =>
        client.ask(verifyCode, { body: { phoneNumber, code }, headers }),
      register: (body: Record<string, unknown>) =>
        client.ask(register, { body: { ...profile, ...body }, headers }),
      headers,
    };
  };
}
const profile = { username: "Rose", password: "wq7v2kzn", role: "admin" };
const wait = (milliseconds: number) => server().clock.advance(milliseconds);

/** Asks for a code, mistypes it, asks again and enters the second one. */
async function signUpClumsily(visitor: ReturnType<ReturnType<typeof newHouse>>, more: object = {}) {
  const phoneNumber = newPhoneNumber();
  expect((await visitor.ask({ phoneNumber })).status).toBe(200);
  expect((await visitor.check(phoneNumber, "12345")).status).toBe(400);
  wait(31_000);
  expect((await visitor.ask({ phoneNumber })).status).toBe(200);
  expect((await visitor.check(phoneNumber)).status).toBe(200);
  const { status, body } = await visitor.register({ phoneNumber, ...more });
  expect(status).toBe(201);
  visitor.client.token = body.token;
  return body.user;
}

async function inviteAll(anna: Person, count: number, headers: Record<string, string>) {
  const invitations = [];
  for (let turn = 0; turn < count; turn += 1) {
    const body = {
      name: `Guest ${turn}`,
      email: null,
      phoneNumber: newPhoneNumber(),
      role: "child",
      familyId: anna.familyId,
    };
    invitations.push(await anna.client.call(createInvitation, { body, headers }));
  }
  return invitations;
}

describe("on one afternoon at one address", () => {
  test("six people sign up one after the other, each with a wrong code and a second one", async () => {
    const house = newHouse();
    for (let turn = 0; turn < 6; turn += 1) await signUpClumsily(house());
  });

  test("six people ask for their codes at the same time, and each for a second one", async () => {
    const house = newHouse();
    const family = Array.from({ length: 6 }, () => ({ visitor: house(), phoneNumber: newPhoneNumber() }));
    for (const { visitor, phoneNumber } of family)
      expect((await visitor.ask({ phoneNumber })).status).toBe(200);
    wait(31_000);
    for (const { visitor, phoneNumber } of family)
      expect((await visitor.ask({ phoneNumber })).status).toBe(200);
    for (const { visitor, phoneNumber } of family) {
      expect((await visitor.check(phoneNumber)).status).toBe(200);
      expect((await visitor.register({ phoneNumber })).status).toBe(201);
    }
  });

  test("one person starts the family, invites five by text, and they join", async () => {
    const house = newHouse();
    const first = house();
    const user = await signUpClumsily(first);
    const anna = { client: first.client, familyId: user.familyId ?? 0 } as Person;
    const invitations = await inviteAll(anna, 5, first.headers);
    expect(invitations.map(({ textedAt }) => textedAt !== null)).toEqual(Array(5).fill(true));
    for (const { inviteCode } of invitations) {
      const guest = house();
      await signUpClumsily(guest, { role: "child", inviteCode });
      expect(await guest.client.call(acceptInvitation, { body: { inviteCode } })).toMatchObject({
        role: "child",
      });
    }
    const [late] = await inviteAll(anna, 1, first.headers);
    expect(late?.textedAt).not.toBeNull();
  });

  test("25 people with a proven number sign up in half an hour, and the next one waits", async () => {
    const house = newHouse();
    for (let turn = 0; turn < 25; turn += 1) {
      const visitor = house();
      const phoneNumber = newPhoneNumber();
      await visitor.ask({ phoneNumber });
      await visitor.check(phoneNumber);
      expect((await visitor.register({ phoneNumber })).status).toBe(201);
    }
    const last = house();
    const phoneNumber = newPhoneNumber();
    await last.ask({ phoneNumber });
    await last.check(phoneNumber);
    expect((await last.register({ phoneNumber })).status).toBe(429);
    wait(30 * minuteMs);
  });
});

describe("at one address", () => {
  test("somebody with neither a proven number nor an invitation has five tries in half an hour", async () => {
    const house = newHouse();
    for (let turn = 0; turn < 4; turn += 1)
      expect((await house().register({ phoneNumber: newPhoneNumber() })).status).toBe(403);
    const visitor = house();
    await proveEmail(server(), visitor.client, "a.stranger@example.com");
    expect((await visitor.register({ email: "a.stranger@example.com" })).status).toBe(201);
    expect((await house().register({ phoneNumber: newPhoneNumber(), inviteCode: "made up" })).status).toBe(
      429,
    );
    await signUpClumsily(house());
    const inviteCode = await invite(await signUp(server()), "admin");
    const guest = house();
    await proveEmail(server(), guest.client, "a.guest@example.com");
    expect((await guest.register({ email: "a.guest@example.com", inviteCode })).status).toBe(201);
  });

  test("codes that nobody enters are still limited to ten numbers an hour, and one more for each in its browser", async () => {
    const house = newHouse();
    const sent = server().outbox.length;
    const pumps = Array.from({ length: 30 }, () => ({ visitor: house(), phoneNumber: newPhoneNumber() }));
    for (let round = 0; round < 6; round += 1) {
      for (const { visitor, phoneNumber } of pumps) await visitor.ask({ phoneNumber });
      wait(4 * minuteMs);
    }
    expect(server().outbox.length - sent).toBeLessThanOrEqual(20);
  });

  test("entering the codes of one's own number does not buy texts to others", async () => {
    const house = newHouse();
    const own = newPhoneNumber();
    const visitor = house();
    for (let turn = 0; turn < 3; turn += 1) {
      await visitor.ask({ phoneNumber: own });
      await visitor.check(own);
      wait(4 * minuteMs);
    }
    let texted = 0;
    for (let turn = 0; turn < 15; turn += 1)
      if ((await house().ask({ phoneNumber: newPhoneNumber() })).status === 200) texted += 1;
    expect(texted).toBeLessThanOrEqual(10);
  });
});
