import { expect, it } from "vitest";
import { useServer } from "#tests/support/server.ts";

const server = useServer();

it("who signs in with Google comes back to the app, which says in words that it does not work yet", async () => {
  const { status, headers } = await fetch(`${server().url}/api/auth/google`, { redirect: "manual" });
  expect([status, headers.get("location")]).toEqual([302, "/?error=provider-unavailable"]);
});
