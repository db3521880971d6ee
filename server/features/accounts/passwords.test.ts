import { randomBytes } from "node:crypto";
import { dictionary } from "@zxcvbn-ts/language-common";
import { expect, test } from "vitest";
import { changeNames, changePassword, getAccount } from "#contract/accounts/accounts.ts";
import { register } from "#contract/accounts/sign-in.ts";
import { changeFamily } from "#contract/families.ts";
import { addEmail } from "#tests/support/channels.ts";
import { Client } from "#tests/support/client.ts";
import { newPhoneNumber, provePhone, signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";
import { refuseWeakPassword } from "./passwords.ts";

const server = useServer();
const message = "This password is one of the most common ones. Please choose another.";

test.each(["password", "PassWord", "baseball", "trustno1", "12345678"])(
  "%s is refused with a clear message, and nothing changes",
  async (password) => {
    const anna = await signUp(server());
    const { status, body } = await anna.client.ask(changePassword, { body: { password } });
    expect(status).toBe(400);
    expect(body).toEqual({ message, code: "invalid", fields: { password: message } });
    expect((await anna.client.call(getAccount)).hasPassword).toBe(false);
  },
);

test("a common password is refused at sign-up too", async () => {
  const [client, phoneNumber] = [new Client(server().url), newPhoneNumber()];
  await provePhone(server(), client, phoneNumber);
  const body = { username: "Anna Reyes", phoneNumber, role: "admin", password: "password" };
  expect(await client.ask(register, { body })).toMatchObject({ status: 400, body: { message } });
  expect((await client.ask(register, { body: { ...body, password: "wq7v2kzn" } })).status).toBe(201);
});

test("each of the 10,000 most common is refused, and the next one is not", async () => {
  const passwords = dictionary["passwords-common"];
  expect(passwords.length).toBeGreaterThan(10_000);
  for (const password of passwords.slice(0, 10_000))
    await expect(refuseWeakPassword(password, [])).rejects.toThrow(message);
  await refuseWeakPassword(passwords[10_000] ?? "", []);
});

test("eight random characters, as the browser makes them at sign-up, are accepted", async () => {
  const own = ["Ann Lee", "Gigi & Pop", "+16145551234", "ann@example.com"];
  for (let turn = 0; turn < 1000; turn++) await refuseWeakPassword(randomBytes(6).toString("base64url"), own);
});

const named = "Please choose a password without your name, your number or “Porchlight” in it.";

/** Anna Reyes in "The Stone family", whose grandchildren call her "Gigi". */
async function annaStone() {
  const anna = await signUp(server());
  await anna.client.call(changeFamily, { body: { name: "The Stone family" } });
  await anna.client.call(changeNames, {
    body: { username: "Anna Reyes", grandparentNames: "Gigi & Pops" },
  });
  await addEmail(server(), anna);
  return anna;
}

test("a password of the person's or the product's name is refused, however it is dressed up", async () => {
  const anna = await annaStone();
  const { phoneNumber } = anna;
  const weak = [
    ...["porchlight", "Porchlight1", "P0rchl1ght!", "porchlight2026", "porch-light", "porchlightpassword"],
    ...[
      "annareyes",
      "Anna.Reyes",
      "ANNA1945",
      "reyes12345",
      "Ann@Reye$",
      "Änna1945!",
      "reyesreyes",
      "anna password",
    ],
    ...[
      "stone2024",
      "Gigi2024",
      "gigipops",
      phoneNumber,
      phoneNumber.slice(2),
      `anna${phoneNumber.slice(-7)}`,
    ],
    ...[`person-${anna.id}@example.com`],
  ];
  for (const password of weak)
    expect([password, await anna.client.ask(changePassword, { body: { password } })]).toMatchObject([
      password,
      { status: 400, body: { fields: { password: named } } },
    ]);
});

test.each(["a kettle on the stove", "anna waters the garden", "lighthouse porch 7", "stonehenge at dawn"])(
  "%s is accepted",
  async (password) => {
    const anna = await annaStone();
    await anna.client.call(changePassword, { body: { password } });
  },
);

test("a password of the person's name is refused at sign-up too", async () => {
  const [client, phoneNumber] = [new Client(server().url), newPhoneNumber()];
  await provePhone(server(), client, phoneNumber);
  const body = { username: "Anna Reyes", phoneNumber, role: "admin", password: "annareyes1" };
  expect(await client.ask(register, { body })).toMatchObject({ status: 400, body: { message: named } });
});
