import { expect, test } from "vitest";
import { changePassword } from "#contract/accounts/accounts.ts";
import { readConfig } from "#server/platform/config/config.ts";
import { dumpOf } from "#tests/support/database.ts";
import { codeFor, invite, joinByInvitation, signUpByPhone } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer({ passwordCost: readConfig({}).passwordCost });

const spellings = (secret: string) => [
  secret,
  Buffer.from(secret).toString("hex"),
  Buffer.from(secret).toString("base64").replace(/=+$/, ""),
  Buffer.from(secret, "base64url").toString("hex"),
];

test("a stolen database opens nothing: it holds no token, code, password or link", async () => {
  const anna = await signUpByPhone(server());
  const password = "a kettle on the stove";
  await anna.client.call(changePassword, { body: { password } });
  const rose = await joinByInvitation(server(), anna, "grandparent", "Rose");
  const inviteCode = await invite(anna, "child", "Ben");
  const browser = anna.client.cookieHeader.match(/porchlight_browser=([\w-]+)/)?.[1];

  const stolen = await dumpOf(server().database.kysely);
  expect(stolen).toContain("Anna Reyes");
  for (const secret of [anna.client.token, rose.client.token, browser, inviteCode, password, "wq7v2kzn"]) {
    expect(secret?.length).toBeGreaterThan(7);
    for (const spelling of spellings(secret ?? "")) expect(stolen).not.toContain(spelling);
  }
  for (const { phoneNumber } of [anna, rose]) {
    const code = codeFor(server(), phoneNumber);
    expect(stolen).not.toMatch(new RegExp(`\\b${code}\\b|\\b${Buffer.from(code).toString("hex")}\\b`));
  }
});

test("passwords are stored with argon2id at OWASP's cost, each with its own salt", async () => {
  await signUpByPhone(server());
  await signUpByPhone(server());
  const people = await server().database.kysely.selectFrom("people").select("password_hash").execute();
  const hashes = people.map(({ password_hash }) => password_hash ?? "");
  for (const hash of hashes)
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(new Set(hashes).size).toBe(hashes.length);
});
