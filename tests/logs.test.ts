import { sql } from "kysely";
import { expect, it } from "vitest";
import { changeNames } from "#contract/accounts/accounts.ts";
import { signInByPasskey } from "#contract/accounts/passkeys.ts";
import { login } from "#contract/accounts/sign-in.ts";
import { askForHelp } from "#contract/help/requests.ts";
import { verifyInvitation } from "#contract/invitations.ts";
import { fetchCalendar, subscribe } from "./support/calendar-app.ts";
import { Client } from "./support/client.ts";
import { startLogged } from "./support/log.ts";
import { codeFor, invite, signUp, signUpByPhone } from "./support/people.ts";
import { chooseAt, comeBack, exchange, leaveForGoogle, returnTokenIn } from "./support/sign-in/google.ts";
import { askFromPage, signInOptions, signInWith, withPasskey } from "./support/sign-in/passkeys.ts";

it("what people enter and their secrets appear in no log", async () => {
  const { server, lines } = await startLogged();
  const canary = "Canarywren";
  const anna = await signUpByPhone(server, { name: canary });
  const code = codeFor(server, anna.phoneNumber);
  const inviteCode = await invite(anna, "grandparent", canary);
  const calendar = await subscribe(anna);
  await fetchCalendar(server, calendar);
  await anna.client.call(askForHelp, { body: { text: canary } });
  await anna.client.ask(verifyInvitation, { query: { code: inviteCode } });
  await new Client(server.url).ask(login, { body: { username: canary, password: "canary-password" } });
  // PostgreSQL refuses this row, and its error quotes the whole row.
  await server.database.kysely.schema
    .alterTable("people")
    .addCheckConstraint("no_wrens", sql`username not like '%wren 2'`)
    .execute();
  const broken = await anna.client.ask(changeNames, { body: { username: `${canary} 2` } });
  expect(broken.status).toBe(500);
  await server.stop();

  const log = lines.join("");
  expect(log).toContain("a request failed");
  const secrets = [
    canary,
    "canary-password",
    anna.phoneNumber,
    code,
    inviteCode,
    anna.client.token ?? "no token",
    calendar.replace(/^\/calendar\/|\.ics$/g, ""),
  ];
  for (const secret of secrets) expect(log).not.toContain(secret);
});

it("what a sign-in with Google sends and receives appears in no log", async () => {
  const { server, lines } = await startLogged();
  const choice = { name: "Canarywren", email: "canarywren@example.com" };
  const browser = new Client(server.url);
  const inviteCode = await invite(await signUp(server), "child");
  const callback = await chooseAt(browser, await leaveForGoogle(browser, { inviteCode }), choice);
  const address = await comeBack(browser, callback);
  const { token = "no token" } = await exchange(browser, address);
  // Both are refused: a callback that was used before, and a code that the provider doesn't accept.
  await comeBack(browser, callback);
  const fresh = await chooseAt(browser, await leaveForGoogle(browser), choice);
  await comeBack(browser, fresh.replace(/code=[^&]+/, "code=canary-code"));
  await server.stop();

  const log = lines.join("");
  expect(log).toContain("the sign-in provider's answer was refused");
  const { searchParams } = new URL(callback, server.url);
  const taken = ["code", "state"].map((name) => searchParams.get(name) ?? "nothing");
  const secrets = ["anarywren", "canary-code", inviteCode, ...taken, returnTokenIn(address), token];
  for (const secret of secrets) expect(log).not.toContain(secret);
});

it("what adding and using a passkey sends and receives appears in no log", async () => {
  const { server, lines } = await startLogged();
  const anna = await signUp(server);
  const { authenticator } = await withPasskey(server, anna);
  const { client } = await signInWith(server, authenticator);
  const options = await signInOptions(server, client);
  const signed = authenticator.sign(options, { isVerified: false });
  expect((await askFromPage(server, client, signInByPasskey, signed)).status).toBe(400);
  await server.stop();

  const log = lines.join("");
  expect(log).toContain("/api/auth/passkey");
  const browser = client.cookieHeader.match(/porchlight_passkey=([\w-]+)/)?.[1] ?? "no cookie";
  const secrets = [options.challenge, ...Object.values(signed), browser, client.token ?? "no token"];
  for (const secret of secrets) expect(log).not.toContain(secret);
});
