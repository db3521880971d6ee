import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { changeNames } from "#contract/accounts/accounts.ts";
import { login, verifyCode } from "#contract/accounts/sign-in.ts";
import { signInByCode } from "#contract/accounts/sign-in-codes.ts";
import { acceptInvitation, verifyInvitation } from "#contract/invitations.ts";
import { projectFile } from "#server/platform/project-files.ts";
import { Client } from "#tests/support/client.ts";
import { startLogged } from "#tests/support/log.ts";
import { signUp } from "#tests/support/people.ts";

let logged: Awaited<ReturnType<typeof startLogged>>;
beforeAll(async () => {
  logged = await startLogged({ env: { TRUSTED_PROXIES: "127.0.0.1" } });
});
afterAll(() => logged.server.stop());
beforeEach(() => {
  logged.lines.length = 0;
});

const log = () => logged.lines.join("");
const url = () => logged.server.url;
const idFor = async (headers: Record<string, string>, path = "/api/auth/options") =>
  (await fetch(url() + path, { headers })).headers.get("x-request-id") ?? "";

describe("the id of a request", () => {
  test("is another one each time, and in the log", async () => {
    const ids = [await idFor({}), await idFor({}), await idFor({}, "/api/nowhere")];
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(log()).toMatch(new RegExp(`"reqId":"${id}",.*"msg":"answered"`));
  });

  test("comes from a trusted proxy if it is well-formed", async () => {
    const given = "0af7651916cd43dd.8448-eb2";
    expect(await idFor({ "x-request-id": given })).toBe(given);
    for (const bad of ["short", "a".repeat(101), 'quo"te-quo"te', "two words here"])
      expect(await idFor({ "x-request-id": bad })).not.toBe(bad);
  });

  test("is never chosen by anybody else", async () => {
    const { server } = await startLogged();
    const given = "0af7651916cd43dd.8448-eb2";
    const answer = await fetch(`${server.url}/healthz`, { headers: { "x-request-id": given } });
    await server.stop();
    expect(answer.headers.get("x-request-id")).not.toBe(given);
  });

  test("is part of the answer when the server itself has failed", async () => {
    const { server } = logged;
    const anna = await signUp(server);
    const constraint = sql`alter table people add constraint never check (username <> 'Broken') not valid`;
    await constraint.execute(server.database.kysely);
    const { status, body, headers } = await anna.client.ask(changeNames, { body: { username: "Broken" } });
    expect(status).toBe(500);
    const requestId = headers.get("x-request-id");
    expect(body).toMatchObject({ code: "internal", requestId });
    expect(log()).toMatch(new RegExp(`"reqId":"${requestId}".*"msg":"a request failed"`));
  });
});

test("health checks are not logged", async () => {
  for (const path of ["/healthz", "/readyz"]) await fetch(url() + path);
  await fetch(`${url()}/api/auth/options`);
  await expect.poll(log).toContain("/api/auth/options");
  expect(log()).not.toMatch(/healthz|readyz/);
});

/** The regular expression that docs/operate/monitoring.md gives to fail2ban, with an address in place of <HOST>. */
function filter(): RegExp {
  const document = readFileSync(projectFile("docs/operate/monitoring.md"), "utf8");
  const [, expression = "none"] = /^failregex = (.+)$/m.exec(document) ?? [];
  return new RegExp(expression.replace("<HOST>", "(?<host>[\\da-f.:]+)"));
}

const refused = () => logged.lines.filter((line) => line.includes("refused sign-in"));

test("refused sign-ins are logged with the caller's address, in the form that fail2ban is given", async () => {
  for (const address of ["203.0.113.9", "2001:db8::7"]) {
    logged.lines.length = 0;
    const client = new Client(url());
    const headers = { "x-forwarded-for": address };
    const ask = (path: string, body: unknown) =>
      fetch(url() + path, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    await ask(login.path, { username: "nobody here", password: "a wrong one" });
    await ask(verifyCode.path, { phoneNumber: "+16145550199", code: "123456" });
    await ask(signInByCode.path, { code: "ABCDEFGH" });
    await fetch(`${url()}${verifyInvitation.path}?code=no-such-invitation`, { headers });
    await client.ask(acceptInvitation, { body: { inviteCode: "no-such-invitation" } });
    await expect.poll(() => refused().length).toBe(4);
    for (const line of refused()) expect(filter().exec(line)?.groups?.host).toBe(address);
    expect(refused().map((line) => JSON.parse(line).way)).toEqual([
      "password",
      "code",
      "family-code",
      "invitation",
    ]);
  }
});

test("an address is logged nowhere else", async () => {
  const headers = { "x-forwarded-for": "203.0.113.77" };
  await fetch(`${url()}/api/auth/options`, { headers });
  await fetch(`${url()}/api/auth/status`, { headers });
  await expect.poll(log).toContain("/api/auth/status");
  expect(log()).not.toContain("203.0.113");
});
