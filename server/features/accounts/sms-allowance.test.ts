import { expect, test } from "vitest";
import { changeCallNumber } from "#contract/accounts/accounts.ts";
import { requestVerification, verifyCode } from "#contract/accounts/sign-in.ts";
import { createInvitation } from "#contract/invitations.ts";
import { Client } from "#tests/support/client.ts";
import { inLong } from "#tests/support/long-form.ts";
import { codeFor, newPhoneNumber, signUp, signUpByEmail } from "#tests/support/people.ts";
import { startServer, useServer } from "#tests/support/server.ts";

const env = { TRUSTED_PROXIES: "127.0.0.1" };
const server = useServer({ env, limits: { smsPerIpPerHour: 10 } });

const client = () => new Client(server().url);
const seconds = (count: number) => server().clock.advance(count * 1000);

let lastAddress = 0;
function newAddress(): string {
  lastAddress += 1;
  return `10.0.${lastAddress >> 8}.${lastAddress & 255}`;
}

const ask = (phoneNumber: string, address = newAddress(), asking = client()) =>
  asking.ask(requestVerification, { body: { phoneNumber }, headers: { "x-forwarded-for": address } });

test("the wait between two texts grows: 30, 60, 120, then always 240 seconds", async () => {
  const phoneNumber = newPhoneNumber();
  await ask(phoneNumber);
  for (const wait of [30, 60, 120, 240, 240]) {
    seconds(wait - 10);
    const { status, body, headers } = await ask(phoneNumber);
    expect(status).toBe(429);
    expect(body).toEqual({ message: "Please try again in 10 seconds.", code: "too-many" });
    expect(headers.get("retry-after")).toBe("10");
    seconds(10);
    expect((await ask(phoneNumber)).status).toBe(200);
  }
});

test("the waits start over once a code has been entered", async () => {
  const phoneNumber = newPhoneNumber();
  const asking = client();
  await ask(phoneNumber, newAddress(), asking);
  seconds(30);
  await ask(phoneNumber, newAddress(), asking);
  seconds(1);
  await asking.call(verifyCode, { body: { phoneNumber, code: codeFor(server(), phoneNumber) } });
  seconds(1);
  expect((await ask(phoneNumber)).status).toBe(200);
  seconds(29);
  expect((await ask(phoneNumber)).status).toBe(429);
  seconds(1);
  expect((await ask(phoneNumber)).status).toBe(200);
});

test("one phone gets ten texts a day", async () => {
  const phoneNumber = newPhoneNumber();
  for (let turn = 0; turn < 10; turn++) {
    expect((await ask(phoneNumber)).status).toBe(200);
    seconds(240);
  }
  const { status, body } = await ask(phoneNumber);
  expect(status).toBe(429);
  expect(body).toMatchObject({ message: "Please try again in 24 hours." });
  seconds(24 * 3600 - 10 * 240);
  expect((await ask(phoneNumber)).status).toBe(200);
});

test("one address gets ten texts an hour, for any numbers", async () => {
  const address = newAddress();
  for (let turn = 0; turn < 10; turn++) expect((await ask(newPhoneNumber(), address)).status).toBe(200);
  const { status, body } = await ask(newPhoneNumber(), address);
  expect(status).toBe(429);
  expect(body).toMatchObject({ message: "Please try again in 60 minutes." });
  expect((await ask(newPhoneNumber())).status).toBe(200);
  seconds(3600);
  expect((await ask(newPhoneNumber(), address)).status).toBe(200);
});

test("of thirty simultaneous requests for one phone, one is texted", async () => {
  const phoneNumber = newPhoneNumber();
  const answers = await Promise.all(Array.from({ length: 30 }, () => ask(phoneNumber)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(server().outbox.filter(({ to }) => to === phoneNumber)).toHaveLength(1);
});

/** Far above the cap, in both the short and the long form. */
const pumpedRequests = inLong(1_000, 250);

test("hundreds of requests for one prefix send no more texts than the server's daily limit", {
  tags: "extended",
  timeout: 60_000,
}, async () => {
  const pumped = await startServer({ env, limits: { smsPerDay: 100 } });
  try {
    const request = (number: number) =>
      pumped.app.inject({
        method: "POST",
        url: "/api/auth/request-verification",
        headers: { "x-forwarded-for": `10.9.${number >> 8}.${number & 255}` },
        payload: { phoneNumber: `+1614556${String(number).padStart(4, "0")}` },
      });
    const answers = await Promise.all(Array.from({ length: pumpedRequests }, (_, number) => request(number)));
    expect(pumped.outbox).toHaveLength(100);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 429]));
  } finally {
    await pumped.stop();
  }
});

const charged = [
  ...["+19005551234", "+19001234567", "+15005550006", "+449098790000", "+448451234567", "+447012345678"],
  ...["+447600123456", "+499001234567", "+4918051234567", "+4970012345678", "+870773111632", "+881612345678"],
];

test("nothing is texted to numbers that cost extra, and nobody is asked to call them", async () => {
  const message = "That number costs extra to call or text. Please enter another one.";
  const anna = await signUp(server());
  const emma = await signUpByEmail(server(), { name: "Emma", email: "emma@example.com" });
  const texts = server().outbox.length;
  for (const phoneNumber of charged) {
    const invited = { name: "Rose", email: "rose@example.com", phoneNumber, role: "grandparent" };
    const answers = [
      await ask(phoneNumber),
      await anna.client.ask(createInvitation, { body: { ...invited, familyId: anna.familyId } }),
      await emma.client.ask(changeCallNumber, { body: { phoneNumber } }),
    ];
    const refused = { status: 400, body: { fields: { phoneNumber: message } } };
    expect([phoneNumber, ...answers]).toMatchObject([phoneNumber, refused, refused, refused]);
  }
  expect(server().outbox.length).toBe(texts);
});

test.each([
  "+16145551234",
  "+447700900123",
  "+447400123456",
  "+4915112345678",
  "+4930123456",
  "+18005551234",
])("%s is an ordinary number", async (number) => {
  expect((await ask(number)).status).toBe(200);
});
