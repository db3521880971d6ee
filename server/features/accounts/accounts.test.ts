import { expect, test } from "vitest";
import { changeNames, changePassword, changePhoneNumber, getAccount } from "#contract/accounts/accounts.ts";
import { getStatus, login, requestVerification } from "#contract/accounts/sign-in.ts";
import { getFamily } from "#contract/families.ts";
import { Client } from "#tests/support/client.ts";
import { codeFor, join, newPhoneNumber, type Person, proveFreshly, signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer({ limits: { loginsPerAccount: 5 } });

async function move(person: Person, phoneNumber: string, client = person.client) {
  server().clock.advance(300_000);
  await proveFreshly(server(), person);
  await client.call(requestVerification, { body: { phoneNumber } });
  const body = { phoneNumber, code: codeFor(server(), phoneNumber) };
  return person.client.ask(changePhoneNumber, { body });
}

test("people see what they can change about themselves", async () => {
  const anna = await signUp(server());
  expect(await anna.client.call(getAccount)).toEqual({
    username: "Anna Reyes",
    grandparentNames: null,
    phoneNumber: anna.phoneNumber,
    hasPassword: false,
    callNumber: null,
    codesGoTo: "phone",
    providers: [],
    email: null,
    unconfirmedEmail: null,
    invitedEmail: null,
    deletionDueAt: null,
    isOperator: false,
    picture: null,
    devices: [
      {
        id: expect.any(Number),
        name: "A browser",
        lastUsedAt: server().clock.now().toISOString(),
        isThisOne: true,
      },
    ],
  });
});

test("a new name shows in the account and on the family's screens; fields that are left out stay", async () => {
  const anna = await signUp(server());
  const rose = await join(server(), anna, "grandparent", "Rose");
  await rose.client.call(changeNames, { body: { username: "Rose Reyes", grandparentNames: "Nana" } });
  await rose.client.call(changeNames, { body: { username: "Rosie Reyes" } });
  const { user } = await rose.client.call(getStatus);
  expect(user).toMatchObject({ displayName: "Rosie Reyes", grandparentNames: "Nana" });
  const { members } = await anna.client.call(getFamily);
  expect(members.map(({ name }) => name)).toEqual(["Anna Reyes", "Rosie Reyes"]);
  await rose.client.call(changeNames, { body: { username: "Rosie Reyes", grandparentNames: null } });
  expect((await rose.client.call(getStatus)).user.grandparentNames).toBeNull();
});

test("a new phone number counts once its code is entered", async () => {
  const anna = await signUp(server());
  const phoneNumber = newPhoneNumber();
  await anna.client.call(requestVerification, { body: { phoneNumber } });
  const wrong = { phoneNumber, code: codeFor(server(), phoneNumber) === "000000" ? "000001" : "000000" };
  expect((await anna.client.ask(changePhoneNumber, { body: wrong })).status).toBe(400);
  expect((await move(anna, phoneNumber)).status).toBe(204);
  expect((await anna.client.call(getAccount)).phoneNumber).toBe(phoneNumber);
});

test("nobody can take another account's phone number", async () => {
  const anna = await signUp(server());
  const ben = await signUp(server(), { name: "Ben" });
  expect((await move(anna, ben.phoneNumber)).status).toBe(409);
  expect((await anna.client.call(getAccount)).phoneNumber).toBe(anna.phoneNumber);
});

test("a code that another browser requested changes no number", async () => {
  const anna = await signUp(server());
  expect((await move(anna, newPhoneNumber(), new Client(server().url))).status).toBe(400);
});

test("the first password is chosen freely; the next needs the current one", async () => {
  const anna = await signUp(server(), { name: "Anna Chooses" });
  const change = (password: string, currentPassword?: string) =>
    anna.client.ask(changePassword, { body: { password, currentPassword } });
  expect((await change("first password")).status).toBe(204);
  expect((await anna.client.call(getAccount)).hasPassword).toBe(true);

  const message = "That's not your current password. Please check it.";
  for (const refused of [await change("second password"), await change("second password", "a guess")]) {
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ message, fields: { currentPassword: message } });
  }
  expect((await change("second password", "first password")).status).toBe(204);
  const body = { username: "Anna Chooses", password: "second password" };
  expect((await new Client(server().url).ask(login, { body })).status).toBe(200);
});

test("a stolen session has a limited number of password tries", async () => {
  const anna = await signUp(server());
  await anna.client.call(changePassword, { body: { password: "first password" } });
  const body = { password: "mine from now", currentPassword: "a guess" };
  for (let turn = 0; turn < 5; turn++) await anna.client.ask(changePassword, { body });
  expect((await anna.client.ask(changePassword, { body })).status).toBe(429);
});
