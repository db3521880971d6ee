import { expect, test } from "vitest";
import { readConfig } from "#server/config.ts";

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
  const calendars = readConfig({ ...client, GOOGLE_CALENDAR_ROOT: "https://calendars.example/" });
  expect(calendars.google?.calendarRoot).toBe("https://calendars.example");
  const here = readConfig({ ...client, OIDC_ISSUER: "http://localhost:4000" });
  expect(here.google?.issuer).toBe("http://localhost:4000");
});
