import { expect, it } from "vitest";
import { listCalendarEvents } from "#contract/calendar/calendar.ts";
import { Client } from "#tests/support/client.ts";
import { signUp } from "#tests/support/people.ts";
import { production, startServer, useServer } from "#tests/support/server.ts";
import { connectAs } from "#tests/support/sign-in/calendar.ts";
import { leaveForGoogle, signInAt } from "#tests/support/sign-in/google.ts";

const server = useServer();

it("offers the accounts of one family, another account, and Cancel, and runs no script", async () => {
  const browser = new Client(server().url);
  const page = await browser.fetch("GET", await leaveForGoogle(browser));
  const html = await page.text();
  for (const words of ["Choose an account", "Anna Reyes", "ben@example.com", "Someone else", "Cancel"]) {
    expect(html).toContain(words);
  }
  expect(html).not.toMatch(/<script|<style|style=/);
  expect(page.headers.get("content-security-policy")).toContain("form-action 'self'");
  expect(await (await browser.fetch("GET", "/sandbox/google.css")).text()).toContain(".primary");
});

it("asks for an account each time", async () => {
  const browser = new Client(server().url);
  await signInAt(browser, { account: "sandbox-anna" });
  expect(await leaveForGoogle(browser)).toMatch(/^\/sandbox\/google\/choose\//);
});

it("keeps the host name that the browser used", async () => {
  const browser = new Client(server().url);
  const leaving = await browser.fetch("GET", "/api/auth/google");
  expect(leaving.headers.get("location")).toMatch(/^\/sandbox\/google\/auth\?/);
});

it("works behind a proxy whose address does not lead back to this machine", async () => {
  const env = { PUBLIC_URL: "https://porchlight.invalid", SANDBOX: "on" };
  const proxied = await startServer({ env });
  const browser = new Client(proxied.url);
  const follow = async (path: string, form?: URLSearchParams) => {
    const response = await browser.fetch(form ? "POST" : "GET", path, form && { body: form });
    return response.headers.get("location") ?? "";
  };
  const page = await follow(await follow("/api/auth/google"));
  const callback = await follow(await follow(page, new URLSearchParams({ account: "sandbox-ben" })));
  expect(callback).toMatch(/^\/api\/auth\/google\/callback\?/);
  expect(await follow(callback)).toContain("auth=success");
  await proxied.stop();
});

it("explains in plain words when a page is opened out of order", async () => {
  const response = await new Client(server().url).fetch("GET", "/sandbox/google/choose/nothing");
  expect(response.status).toBe(400);
  expect(await response.text()).toContain("That didn't work");
});

it("has calendars for everyone who has signed in", async () => {
  const { clock, url } = server();
  const path = "/sandbox/google/calendar/v3/users/me/calendarList";
  const stranger = await new Client(url).fetch("GET", path);
  expect(stranger.status).toBe(401);
  expect(await stranger.json()).toMatchObject({ error: { errors: [{ reason: "authError" }] } });
  clock.advance(Date.now() - clock.now().getTime());
  const anna = await signUp(server());
  await connectAs(anna, { account: "sandbox-anna" });
  const on = async (day: Temporal.PlainDate) => {
    const events = await anna.client.call(listCalendarEvents, { query: { date: `${day}` } });
    return events.map(({ title, startTime }) => `${startTime} ${title}`);
  };
  const today = Temporal.Now.plainDateISO("America/New_York");
  const birthday = "00:00 Ben's birthday";
  // The calendars are made once for each process. Another test may have done that before midnight.
  const wasMadeToday = (await on(today.add({ days: 4 }))).includes(birthday);
  const first = wasMadeToday ? today : today.subtract({ days: 1 });
  expect(await on(first)).toEqual(["16:00 Walk with Mom", "19:00 Choir practice"]);
  expect(await on(first.add({ days: 7 }))).toContain("19:30 Choir practice");
  expect((await on(first.add({ days: 14 }))).join()).not.toContain("Choir practice");
  expect(await on(first.add({ days: 4 }))).toContain(birthday);
});

it("does not exist in production", async () => {
  const real = await startServer({ env: production });
  const metadata = "/sandbox/google/.well-known/openid-configuration";
  expect((await new Client(real.url).fetch("GET", metadata)).status).toBe(404);
  await real.stop();
});
