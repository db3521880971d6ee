import { expect, test } from "vitest";
import { useServer } from "#tests/support/server.ts";
import { arrive } from "./identities.ts";

const server = useServer();

const vouchedBy = (issuer: string) => ({
  ...{ issuer, subject: "1234", name: "Anna Reyes", email: undefined },
  ...{ scope: "openid", refreshToken: undefined },
});
const attempt = { inviteCode: undefined, timeZone: "America/New_York" };

test("the same subject at another provider is another person", async () => {
  const arriveFrom = (issuer: string) => arrive(server().world, vouchedBy(issuer), attempt);
  const one = await arriveFrom("https://one.example");
  const other = await arriveFrom("https://other.example");
  expect(other).not.toBe(one);
  expect(await arriveFrom("https://one.example")).toBe(one);
});
