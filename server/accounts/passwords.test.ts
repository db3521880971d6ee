import { randomBytes } from "node:crypto";
import { dictionary } from "@zxcvbn-ts/language-common";
import { expect, test } from "vitest";
import { changePassword, getAccount } from "#contract/accounts/accounts.ts";
import { register } from "#contract/accounts/sign-in.ts";
import { Client } from "#tests/support/client.ts";
import { newPhoneNumber, provePhone, signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";
import { refuseCommonPassword } from "./passwords.ts";

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
    await expect(refuseCommonPassword(password)).rejects.toThrow(message);
  await refuseCommonPassword(passwords[10_000] ?? "");
});

test("eight random characters, as the browser makes them at sign-up, are accepted", async () => {
  for (let turn = 0; turn < 1000; turn++) await refuseCommonPassword(randomBytes(6).toString("base64url"));
});
