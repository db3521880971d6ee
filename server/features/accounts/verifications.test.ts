import { expect, test, vi } from "vitest";
import { requestVerification, verifyCode } from "#contract/accounts/sign-in.ts";
import { minuteMs } from "#contract/durations.ts";
import { Client } from "#tests/support/client.ts";
import { inLong } from "#tests/support/long-form.ts";
import { codeFor, newPhoneNumber, provePhone, signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer({
  env: { TRUSTED_PROXIES: "127.0.0.1", PUBLIC_URL: "https://porchlight.example", SANDBOX: "on" },
});

const browser = () => new Client(server().url);
const minutes = (count: number) => server().clock.advance(count * minuteMs);
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

const ask = (client: Client, phoneNumber: string) =>
  client.ask(requestVerification, { body: { phoneNumber } });
const check = (client: Client, phoneNumber: string, code: string) =>
  client.ask(verifyCode, { body: { phoneNumber, code } });

async function askedFor(phoneNumber = newPhoneNumber()) {
  const client = browser();
  await client.call(requestVerification, { body: { phoneNumber } });
  return { client, phoneNumber, code: codeFor(server(), phoneNumber) };
}

test("the text says what the code is for, and ends in the format that phones fill in", async () => {
  const { phoneNumber, code } = await askedFor();
  const message = server().outbox.findLast(({ to }) => to === phoneNumber);
  expect(message?.text).toBe(
    `${code} is your Porchlight code. It works for 10 minutes. Please do not share it.\n\n@porchlight.example #${code}`,
  );
});

test("a number is taken as the specification normalises it", async () => {
  const count = server().outbox.length;
  await ask(browser(), "6145559901");
  await ask(browser(), "16145559902");
  await ask(browser(), "+442079460123");
  const numbers = server()
    .outbox.slice(count)
    .map(({ to }) => to);
  expect(numbers).toEqual(["+16145559901", "+16145559902", "+442079460123"]);
});

test("a number is taken in every form in which people write and paste it", async () => {
  const number = newPhoneNumber();
  const [area, rest] = [number.slice(2, 5), number.slice(5)];
  const typed = [
    `${area}.${rest.slice(0, 3)}.${rest.slice(3)}`,
    `\u202a(${area})\u202c\u00a0${rest.slice(0, 3)}\u2011${rest.slice(3)}`,
    `tel:${number}`,
    number.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    number.slice(2).replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit))),
  ];
  for (const form of typed) {
    const client = browser();
    minutes(5);
    const sentBefore = server().outbox.length;
    expect([form, (await ask(client, form)).status]).toEqual([form, 200]);
    expect(server().outbox.slice(sentBefore)).toMatchObject([{ to: number }]);
    const { body } = await check(client, form, codeFor(server(), number));
    expect([form, body.verified]).toEqual([form, true]);
  }
  for (const form of ["011 44 20 7946 0124", "0044 20 7946 0124", "+44 (0)20 7946 0124"]) {
    minutes(5);
    await ask(browser(), form);
    expect([form, server().outbox.at(-1)?.to]).toEqual([form, "+442079460124"]);
  }
});

test("a code is taken in every form in which people type and paste it", async () => {
  const forms = [
    (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`,
    (code: string) => `${code}.`,
    (code: string) => `#${code}`,
    (code: string) => code.replace(/\d/g, (digit) => String.fromCodePoint(0x6f0 + Number(digit))),
    (code: string) => server().outbox.findLast(({ text }) => text.includes(code))?.text ?? "",
  ];
  for (const form of forms) {
    const { client, phoneNumber, code } = await askedFor();
    expect((await check(client, phoneNumber, form(code))).body).toMatchObject({ verified: true });
  }
});

test.each([
  ["614555990", "Phone number must be at least 10 digits"],
  ["(614) 555-01ab", "Phone number can only contain numbers and + prefix"],
  ["06 12 34 56 78", "Please start with + and your country's code"],
  ["0412 345 678", "Please start with + and your country's code"],
  ["+10612345678", "Please start with + and your country's code"],
  ["+00000000000", "That phone number doesn't exist. Please check it."],
  ["+18765550142", "We cannot text a number in that country yet."],
  ["+79161234567", "We cannot text a number in that country yet."],
])("%s is refused with a clear message, and nothing is texted", async (phoneNumber, message) => {
  const count = server().outbox.length;
  const { status, body } = await ask(browser(), phoneNumber);
  expect(status).toBe(400);
  expect(body).toEqual({ message, code: "invalid", fields: { phoneNumber: message } });
  expect(server().outbox.length).toBe(count);
});

test("known and unknown numbers get the same response, byte for byte", async () => {
  const anna = await signUp(server());
  const [known, unknown] = await Promise.all(
    [anna.phoneNumber, newPhoneNumber()].map((phoneNumber) =>
      browser().fetch("POST", "/api/auth/request-verification", { body: { phoneNumber } }),
    ),
  );
  expect(known?.status).toBe(unknown?.status);
  expect(await known?.text()).toBe(await unknown?.text());
  expect([...(known?.headers.keys() ?? [])]).toEqual([...(unknown?.headers.keys() ?? [])]);
});

test("the browser gets a cookie that no script and no other site can use", async () => {
  const { headers } = await ask(browser(), newPhoneNumber());
  expect(headers.get("set-cookie")).toMatch(
    /^__Host-porchlight_browser=[\w-]{22}; Max-Age=86400; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
});

test("the right code works once, within ten minutes", async () => {
  const { client, phoneNumber, code } = await askedFor();
  minutes(9.9);
  expect(await check(client, phoneNumber, code)).toMatchObject({ status: 200, body: { verified: true } });
  const again = await check(client, phoneNumber, code);
  expect(again.status).toBe(400);

  const late = await askedFor();
  minutes(10);
  const { status, body } = await check(late.client, late.phoneNumber, late.code);
  expect(status).toBe(400);
  expect(body).toMatchObject({ message: "That code no longer works. Please ask for a new one." });
});

test("a wrong code may be corrected, but the fifth wrong one invalidates it", async () => {
  const { client, phoneNumber, code } = await askedFor();
  for (const _ of [1, 2, 3, 4]) {
    const { status, body } = await check(client, phoneNumber, otherThan(code));
    expect(status).toBe(400);
    expect(body).toMatchObject({ message: "That code isn't right. Please check it and try again." });
  }
  const message = "That code no longer works. Please ask for a new one.";
  expect((await check(client, phoneNumber, otherThan(code))).body).toMatchObject({ message });
  expect((await check(client, phoneNumber, code)).body).toMatchObject({ message, fields: { code: message } });
});

test("a new code invalidates the older one", async () => {
  const { client, phoneNumber, code } = await askedFor();
  minutes(1);
  await client.call(requestVerification, { body: { phoneNumber } });
  const next = codeFor(server(), phoneNumber);
  if (code !== next) expect((await check(client, phoneNumber, code)).status).toBe(400);
  expect((await check(client, phoneNumber, next)).status).toBe(200);
});

test("a code works only for its phone and in the browser that asked for it", async () => {
  const { client, phoneNumber, code } = await askedFor();
  const other = await askedFor();
  expect((await check(other.client, phoneNumber, code)).status).toBe(400);
  expect((await check(browser(), phoneNumber, code)).status).toBe(400);
  if (code !== other.code) expect((await check(client, other.phoneNumber, code)).status).toBe(400);
  expect((await check(client, phoneNumber, code)).status).toBe(200);
});

test("of twenty simultaneous requests with the right code, one is accepted", async () => {
  const { client, phoneNumber, code } = await askedFor();
  const answers = await Promise.all(Array.from({ length: 20 }, () => check(client, phoneNumber, code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

/** The guesses add up to 10,000 in the long form and to 1,000 in the short one. */
const guessesPerAddress = inLong(100, 10);

test("of thousands of guesses from 100 addresses, at most five are checked", {
  tags: "extended",
  timeout: 60_000,
}, async () => {
  const { client, phoneNumber, code } = await askedFor();
  const { app, database } = server();
  const payload = { phoneNumber, code: otherThan(code) };
  let guessed = 0;
  const guessFrom = async (address: number) => {
    const headers = { cookie: client.cookieHeader, "x-forwarded-for": `203.0.113.${address}` };
    for (let turn = 0; turn < guessesPerAddress; turn++) {
      const { statusCode } = await app.inject({
        method: "POST",
        url: "/api/auth/verify-code",
        headers,
        payload,
      });
      if (statusCode !== 400) guessed += 1;
    }
  };
  await Promise.all(Array.from({ length: 100 }, (_, address) => guessFrom(address)));
  expect(guessed).toBe(0);
  const row = database.kysely.selectFrom("verifications").select(["checks", "verified_at"]);
  const kept = await row.where("address", "=", phoneNumber).executeTakeFirstOrThrow();
  expect(kept).toEqual({ checks: 5, verified_at: null });
  expect((await check(client, phoneNumber, code)).status).toBe(400);
});

test("if the provider fails, the message says so and the text does not count", async () => {
  const client = browser();
  const phoneNumber = newPhoneNumber();
  vi.spyOn(server().world.senders, "sms").mockRejectedValueOnce(new Error("down"));
  const { status, body, headers } = await ask(client, phoneNumber);
  expect(status).toBe(503);
  expect(body).toMatchObject({ message: "We could not send the text. Please try again in a minute." });
  expect(headers.get("retry-after")).toBe("5");
  expect((await ask(client, phoneNumber)).status).toBe(200);
});

test("a person with a known number is signed in, with names, role and families", async () => {
  const anna = await signUp(server(), { name: "Anna Reyes" });
  minutes(1);
  const answer = await provePhone(server(), browser(), anna.phoneNumber);
  const families = [{ id: anna.familyId, name: "The Reyes family", role: "admin" }];
  expect(answer).toEqual({
    verified: true,
    token: expect.stringMatching(/^[\w-]{22}$/),
    user: {
      id: anna.id,
      username: "Anna Reyes",
      displayName: "Anna Reyes",
      role: "admin",
      familyId: anna.familyId,
      grandparentNames: null,
      families,
    },
  });
});

test("no other web site can make a browser ask for a code", async () => {
  const parts = { body: { phoneNumber: newPhoneNumber() }, headers: { "sec-fetch-site": "cross-site" } };
  expect((await browser().ask(requestVerification, parts)).status).toBe(403);
});
