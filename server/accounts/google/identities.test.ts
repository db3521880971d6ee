import { expect, test } from "vitest";
import { useServer } from "#tests/support/server.ts";
import { findOrAddPerson } from "./identities.ts";

const server = useServer();

const accountAt = (issuer: string) => ({
  ...{ issuer, subject: "1234", name: "Anna Reyes", email: undefined },
  ...{ scope: "openid", refreshToken: undefined },
});
const attempt = { inviteCode: undefined, timeZone: "America/New_York" };

test("the same subject at another provider is another person", async () => {
  const personFrom = (issuer: string) => findOrAddPerson(server().world, accountAt(issuer), attempt);
  const one = await personFrom("https://one.example");
  const other = await personFrom("https://other.example");
  expect(other).not.toBe(one);
  expect(await personFrom("https://one.example")).toBe(one);
});
