import { expect, test } from "vitest";
import { readConfig } from "#server/platform/config/config.ts";
import { production } from "#tests/support/server.ts";
import { siteOf } from "./ceremonies.ts";

const at = (publicUrl: string, host: string, origin?: string) => {
  const headers = origin === undefined ? {} : { origin };
  const config = readConfig({ ...production, PUBLIC_URL: publicUrl });
  return siteOf({ headers, protocol: "http", host }, config);
};
const message = "Passkeys don't work at this address. Please sign in another way.";

test("over https, a passkey belongs to the host of PUBLIC_URL, whatever a proxy in front says", () => {
  const site = { rpId: "porchlight.example", origin: "https://porchlight.example" };
  expect(at("https://porchlight.example", "porchlight.example")).toEqual(site);
  expect(at("https://porchlight.example", "10.0.0.7:3000", "https://porchlight.example")).toEqual(site);
});

test("on this machine it belongs to localhost, at any port", () => {
  const origin = "http://localhost:5173";
  expect(at("https://porchlight.example", "127.0.0.1:3001", origin)).toEqual({ rpId: "localhost", origin });
  expect(at("http://localhost:3000", "rose.localhost:3000")).toEqual({
    rpId: "rose.localhost",
    origin: "http://rose.localhost:3000",
  });
});

test.each([
  ["a numeric address", "https://192.0.2.7", "192.0.2.7"],
  ["a numeric address of this machine", "http://localhost:3000", "127.0.0.1:3000"],
  ["a numeric IPv6 address", "https://[2001:db8::7]", "[2001:db8::7]"],
  ["an address without encryption", "http://porchlight.example", "porchlight.example"],
  ["a page of another site", "https://porchlight.example", "porchlight.example", "https://evil.example"],
  ["a page that does not say which it is", "https://porchlight.example", "porchlight.example", "null"],
])("there are no passkeys at %s", (_, publicUrl, host, origin?: string) => {
  expect(() => at(publicUrl, host, origin)).toThrow(message);
});
