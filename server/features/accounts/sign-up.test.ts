import { describe, expect, onTestFinished, test } from "vitest";
import { getSignInOptions, register } from "#contract/accounts/sign-in.ts";
import { Client } from "#tests/support/client.ts";
import {
  invite,
  joinByInvitation,
  newPhoneNumber,
  password,
  proveEmail,
  provePhone,
  reyesFamily,
  signUp,
  signUpByEmail,
  signUpByPhone,
} from "#tests/support/people.ts";
import { startServer, type TestServer, useServer } from "#tests/support/server.ts";
import { arriveByGoogle, signInAt } from "#tests/support/sign-in/google.ts";

const byInvitation = useServer({ env: { SIGN_UP: "invited" }, limits: { registrationsPerIp: 2 } });
const closed = useServer({ env: { SIGN_UP: "Closed" } });
const open = useServer();

const noInvitation = "This Porchlight is by invitation. Please ask your family for a link.";
const nobody = "This Porchlight takes no new people right now.";
const newAccount = { username: "A Stranger", password, role: "admin" as const };

async function askToRegister(server: TestServer, inviteCode?: string) {
  const client = new Client(server.url);
  const phoneNumber = newPhoneNumber();
  await provePhone(server, client, phoneNumber).catch(() => {});
  return await client.ask(register, {
    body: { ...newAccount, phoneNumber, ...(inviteCode && { inviteCode }) },
  });
}

const countPeople = async ({ database }: TestServer) =>
  (await database.kysely.selectFrom("people").select("id").execute()).length;

test.each([
  [open, "open"],
  [byInvitation, "invited"],
  [closed, "closed"],
])("the landing page and the signup are told who can make an account", async (server, signUp) => {
  expect(await new Client(server().url).call(getSignInOptions)).toMatchObject({ signUp });
});

describe("a server by invitation", () => {
  test("refuses a stranger by phone, by e-mail and with Google, and adds nobody", async () => {
    const server = byInvitation();
    const before = await countPeople(server);
    expect(await askToRegister(server)).toMatchObject({ status: 403, body: { message: noInvitation } });
    expect(await askToRegister(server, "no-such-invitation")).toMatchObject({ status: 404 });
    const byEmail = new Client(server.url);
    await proveEmail(server, byEmail, "stranger@example.com");
    const body = { ...newAccount, email: "stranger@example.com" };
    expect((await byEmail.ask(register, { body })).status).toBe(403);
    const choice = { name: "A Stranger", email: "stranger@gmail.example" };
    expect(await signInAt(new Client(server.url), choice)).toBe("/?error=sign-up-refused");
    expect(await countPeople(server)).toBe(before);
  });

  test("takes everybody with an invitation, at one address more than strangers may sign up elsewhere", async () => {
    const server = byInvitation();
    const anna = await signUp(server);
    for (const name of ["Ben", "Cleo", "Dan", "Eve", "Finn"])
      expect((await joinByInvitation(server, anna, "child", name)).familyId).toBe(anna.familyId);
    const inviteCode = await invite(anna, "child", "Gus");
    const choice = { name: "Gus", email: "gus@gmail.example" };
    expect((await arriveByGoogle(server, choice, { inviteCode })).user).toMatchObject({ displayName: "Gus" });
  });
});

describe("a closed server", () => {
  test("takes nobody new, not even with an invitation, by phone, by e-mail or with Google", async () => {
    const server = closed();
    const { anna } = await reyesFamily(server);
    const before = await countPeople(server);
    const inviteCode = await invite(anna, "admin", "Gus");
    for (const code of [undefined, inviteCode])
      expect(await askToRegister(server, code)).toMatchObject({ status: 403, body: { message: nobody } });
    await expect(signUpByEmail(server, { email: "gus@example.com", inviteCode })).rejects.toThrow(nobody);
    const choice = { name: "Gus", email: "gus@gmail.example" };
    expect(await signInAt(new Client(server.url), choice, { inviteCode })).toBe("/?error=sign-up-refused");
    expect(await countPeople(server)).toBe(before);
  });

  test("says so only to those who have proved that the number is theirs", async () => {
    const client = new Client(closed().url);
    const phoneNumber = newPhoneNumber();
    await expect(provePhone(closed(), client, phoneNumber)).rejects.toThrow(nobody);
  });

  test("signs in whom it knows: by phone, by e-mail and with Google", async () => {
    const server = closed();
    const earlier = await startServer({ databaseUrl: server.databaseUrl });
    onTestFinished(() => earlier.stop());
    const byPhone = await signUpByPhone(earlier);
    const email = "helen@example.com";
    const byEmail = await signUpByEmail(earlier, { email });
    const choice = { name: "Iris", email: "iris@gmail.example" };
    const byGoogle = await arriveByGoogle(earlier, choice);

    const { user } = await provePhone(server, new Client(server.url), byPhone.phoneNumber ?? "");
    expect(user).toMatchObject({ id: byPhone.id });
    expect((await proveEmail(server, new Client(server.url), email)).user).toMatchObject({ id: byEmail.id });
    expect((await arriveByGoogle(server, choice)).user).toMatchObject({ id: byGoogle.id });
  });
});
