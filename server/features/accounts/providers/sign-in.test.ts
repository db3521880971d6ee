import { describe, expect, it, test } from "vitest";
import { changePassword, getAccount } from "#contract/accounts/accounts.ts";
import { getStatus, login } from "#contract/accounts/sign-in.ts";
import { getFamily } from "#contract/families.ts";
import { acceptInvitation, declineInvitation, verifyInvitation } from "#contract/invitations.ts";
import { readConfig } from "#server/platform/config/config.ts";
import { Client } from "#tests/support/client.ts";
import { invite, signUp } from "#tests/support/people.ts";
import { startServer, useServer } from "#tests/support/server.ts";
import { arriveByGoogle, signInAt } from "#tests/support/sign-in/google.ts";
import { findOrAddPerson } from "./identities.ts";

const server = useServer();
const arrive = (choice: Record<string, string>, query?: Record<string, string>) =>
  arriveByGoogle(server(), choice, query);

describe("signing in with Google", () => {
  it("starts a family for somebody new, as its admin, in the time zone of the browser", async () => {
    const { user, client } = await arrive(
      { name: "Anna Reyes", email: "new@example.com" },
      { timeZone: "America/Chicago" },
    );
    expect(user).toMatchObject({ username: "Anna Reyes", displayName: "Anna Reyes", role: "admin" });
    expect(await client.call(getFamily)).toMatchObject({
      id: user.familyId,
      name: "The Reyes family",
      timeZone: "America/Chicago",
      members: [{ name: "Anna Reyes", role: "admin", phoneNumber: null }],
    });
    expect(await client.call(getAccount)).toMatchObject({ phoneNumber: null, hasPassword: false });
  });

  it("knows the same account again, and signs it in", async () => {
    const first = await arrive({ account: "sandbox-anna" });
    const again = await arrive({ account: "sandbox-anna" });
    expect(again.user).toEqual(first.user);
    expect(again.token).not.toBe(first.token);
  });

  it("identifies people by issuer and subject, never by e-mail address", async () => {
    const phoned = await signUp(server());
    await server()
      .database.kysely.updateTable("people")
      .set({ email: "shared@example.com" })
      .where("id", "=", phoned.id)
      .execute();
    const { user } = await arrive({ name: "Somebody Else", email: "Shared@example.com" });
    expect(user.id).not.toBe(phoned.id);
    const { email } = await server()
      .database.kysely.selectFrom("people")
      .select("email")
      .where("id", "=", user.id)
      .executeTakeFirstOrThrow();
    expect(email).toBeNull();
  });

  it("makes one person when two windows sign in with the same new account at once", async () => {
    const choice = { name: "Twice", email: "twice@example.com" };
    const [one, other] = await Promise.all([arrive(choice), arrive(choice)]);
    expect(one.user.id).toBe(other.user.id);
    expect(one.user.families).toHaveLength(1);
  });

  it("does not let a person without a password sign in with their e-mail address", async () => {
    await arrive({ name: "No Password", email: "none@example.com" });
    const body = { username: "none@example.com", password: "wq7v2kzn" };
    expect((await new Client(server().url).ask(login, { body })).status).toBe(401);
  });

  it("lets a person who has set a password sign in with their e-mail address", async () => {
    const { client } = await arrive({ name: "Wendy", email: "wendy@example.com" });
    await client.call(changePassword, { body: { password: "porch lamp 42" } });
    const body = { username: "Wendy@Example.com", password: "porch lamp 42" };
    expect((await new Client(server().url).ask(login, { body })).status).toBe(200);
  });

  it("uses the part before the @ if the provider's name is not a valid username", async () => {
    const { user } = await arrive({ name: "X", email: "walter@example.com" });
    expect(user.username).toBe("walter");
  });

  it("can be started a limited number of times from one address, and the app says so", async () => {
    const limited = await startServer({ limits: { loginsPerIp: 1 } });
    const leave = () => new Client(limited.url).fetch("GET", "/api/auth/google");
    expect((await leave()).headers.get("location")).toContain("/sandbox/google/auth");
    expect((await leave()).headers.get("location")).toBe("/?error=sign-in-failed");
    await limited.stop();
  });

  it("refuses a time zone that does not exist", async () => {
    for (const zone of ["Mars/Base", "US/Pacific-New"]) {
      const response = await new Client(server().url).fetch("GET", `/api/auth/google?timeZone=${zone}`);
      expect(response.headers.get("location")).toBe("/?error=sign-in-failed");
    }
  });
});

describe("signing in with Google on an invite page", () => {
  it("joins no family before the person confirms, and starts none for a new person", async () => {
    const anna = await signUp(server());
    const inviteCode = await invite(anna, "grandparent", "Rose");
    const rose = await arrive({ name: "Rose", email: "rose.r@example.com" }, { inviteCode });
    expect(rose.user).toMatchObject({ role: null, familyId: null, families: [] });
    const role = await rose.client.call(acceptInvitation, { body: { inviteCode } });
    expect(role).toMatchObject({ role: "grandparent" });
    const { user } = await rose.client.call(getStatus);
    expect(user).toMatchObject({ role: "grandparent", familyId: anna.familyId });
  });

  it("comes back with the code, so that the invite page can ask", async () => {
    const inviteCode = await invite(await signUp(server()), "child", "Ben");
    const choice = { name: "Ben", email: "ben.asked@example.com" };
    const address = await signInAt(new Client(server().url), choice, { inviteCode });
    expect(address).toMatch(new RegExp(`^/\\?token=[\\w-]{22}&auth=success&inviteCode=${inviteCode}$`));
  });

  it("does not add a signed-in person to a family when another site sends them there with a code", async () => {
    const choice = { name: "Victim", email: "victim@example.com" };
    const { user: before, client } = await arrive(choice);
    const attacker = await signUp(server(), { name: "Attacker" });
    const inviteCode = await invite(attacker, "grandparent", "Victim");
    await signInAt(client, choice, { inviteCode });
    const after = await arrive(choice, { inviteCode });
    expect(after.user).toEqual(before);
    expect((await attacker.client.call(getFamily)).members).toHaveLength(1);
    expect((await attacker.client.ask(verifyInvitation, { query: { code: inviteCode } })).status).toBe(200);
  });

  it("starts a family for a new person if the invitation is closed by then", async () => {
    const anna = await signUp(server());
    const inviteCode = await invite(anna, "child", "Ben");
    await anna.client.call(declineInvitation, { body: { inviteCode } });
    const late = await arrive({ name: "Too Late", email: "late@example.com" }, { inviteCode });
    expect(late.user).toMatchObject({ role: "admin", families: [{ role: "admin" }] });
    expect(late.user.familyId).not.toBe(anna.familyId);
  });
});

const client = { GOOGLE_CLIENT_ID: "porchlight", GOOGLE_CLIENT_SECRET: "a secret of ours" };
const google = { clientId: "porchlight", clientSecret: "a secret of ours" };

test.each<[Record<string, string>, string]>([
  [{ GOOGLE_CLIENT_ID: "porchlight" }, "GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together"],
  [{ GOOGLE_CLIENT_SECRET: "a secret of ours" }, "GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set"],
  [{ OIDC_ISSUER: "https://id.example" }, "OIDC_ISSUER needs GOOGLE_CLIENT_ID"],
  [
    { ...client, OIDC_ISSUER: "http://id.example" },
    "OIDC_ISSUER must be an address that starts with https://",
  ],
  [{ ...client, OIDC_ISSUER: "google" }, "OIDC_ISSUER must be an address"],
])("a provider that is half configured is refused at start, by the name of the setting: %#", (env, words) => {
  expect(() => readConfig(env)).toThrow(words);
  expect(() => readConfig(env)).not.toThrow("a secret of ours");
});

test("a configured provider is Google unless another issuer is set, and it turns the sandbox off", () => {
  const issuer = "https://accounts.google.com";
  expect(readConfig(client)).toMatchObject({ isSandbox: false, google: { ...google, issuer } });
  const other = readConfig({ ...client, OIDC_ISSUER: "https://id.example/realm/" });
  expect(other.google?.issuer).toBe("https://id.example/realm/");
  expect(other.google?.calendarRoot).toBe("https://www.googleapis.com");
  const here = readConfig({ ...client, OIDC_ISSUER: "http://localhost:4000" });
  expect(here.google?.issuer).toBe("http://localhost:4000");
});

const accountAt = (issuer: string) => ({
  issuer,
  subject: "1234",
  name: "Anna Reyes",
  email: undefined,
  scope: "openid",
  refreshToken: undefined,
});
const attempt = { inviteCode: undefined, timeZone: "America/New_York" };

test("the same subject at another provider is another person", async () => {
  const personFrom = (issuer: string) => findOrAddPerson(server().world, accountAt(issuer), attempt);
  const one = await personFrom("https://one.example");
  const other = await personFrom("https://other.example");
  expect(other).not.toBe(one);
  expect(await personFrom("https://one.example")).toBe(one);
});
