// Connects a Google calendar in the panel, with the sandbox's provider in a real popup.
// @module-tag extended
import type { Request } from "playwright-core";
import { describe, expect, it } from "vitest";
import { permissionOf } from "#server/features/calendar/google/permissions.ts";
import { fetchCalendar, pathOf } from "#tests/support/calendar-app.ts";
import { withActiveWorker } from "#tests/support/device.ts";
import type { Window } from "#tests/support/engines/window.ts";
import { useEngineWindows } from "#tests/support/engines/windows.ts";
import { hold } from "#tests/support/network-failures.ts";
import { reyesFamily, signUp } from "#tests/support/people.ts";
import { openDetails, visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import {
  button,
  expectFailureToast,
  expectToast,
  heading,
  link,
  openUnderMore,
} from "#tests/support/steps.ts";
import { dist, moveClockUntil, useWindows } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useEngineWindows();
const chromium = withActiveWorker(useWindows());
const known = { hasWorker: true };

async function ready<Opened extends Window>(opening: Promise<Opened>): Promise<Opened> {
  const panel = await opening;
  await heading(panel, "Google Calendar").waitFor();
  return panel;
}

const openPanel = async () => ready(visitOf(server(), windows, known).open("/admin", await signUp(server())));
const openInChromium = async () => ready(visitOf(server(), chromium).open("/admin", await signUp(server())));

/** Presses Connect and returns the popup. */
async function begin<Opened extends Window>(panel: Opened): Promise<Opened> {
  const opening = panel.waitForEvent("popup");
  await button(panel, "Connect").click();
  await expectToast(panel, "Authorization Started", "Please finish in the window that opened.");
  await button(panel, "Connecting...").waitFor();
  const popup = await opening;
  await heading(popup, "Share a calendar").waitFor();
  return popup as Opened;
}

describe("connecting a Google calendar", () => {
  it("happens in a popup of 800 by 600 that closes itself, and can be undone", {
    tags: "chromium",
  }, async () => {
    const panel = await openInChromium();
    await panel.getByText("Not connected", { exact: true }).waitFor();
    const bearer = async (request: Promise<Request>) => (await request).headers().authorization;
    const asking = panel.waitForRequest("**/api/calendar/auth-url");
    const popup = await begin(panel);
    expect(await bearer(asking)).toMatch(/^Bearer /);
    const size = await popup.evaluate(() => [window.innerWidth, window.innerHeight]);
    expect(size).toEqual([800, 600]);
    // The toast may be gone when the news that the popup has closed arrives.
    await Promise.all([
      expectToast(panel, "Connection Successful", "Your Google Calendar is connected."),
      popup.waitForEvent("close"),
      button(popup, "Anna Reyes").click(),
    ]);
    await panel.getByText("Connected", { exact: true }).waitFor();
    expect(await panel.getByRole("button", { name: "Connect", exact: true }).count()).toBe(0);

    await panel.reload();
    await panel.getByText("Connected", { exact: true }).waitFor();
    const release = await hold(panel, "**/api/calendar/disconnect");
    const disconnecting = panel.waitForRequest("**/api/calendar/disconnect");
    await button(panel, "Disconnect").click();
    await button(panel, "Disconnecting...").waitFor();
    expect(await bearer(disconnecting)).toMatch(/^Bearer /);
    release();
    await expectToast(panel, "Disconnected", "Porchlight can no longer read your Google Calendar.");
    await panel.getByText("Not connected", { exact: true }).waitFor();
    expect(await button(panel, "Disconnect").count()).toBe(0);
    await button(panel, "Connect").waitFor();
    await panel.getByText("Not connected", { exact: true }).waitFor();
  });

  it("ends at once when it is cancelled in the popup, which says so too", async () => {
    const panel = await openPanel();
    const popup = await begin(panel);
    await button(popup, "Cancel").click();
    await heading(popup, "Your calendar is not connected").waitFor();
    await popup.getByText("Google did not confirm this sign-in.").waitFor();
    await panel.getByText("Your Google Calendar is not connected yet.").waitFor({ timeout: 2_000 });
    await button(panel, "Connect").waitFor();
    expect(await button(panel, "Connecting...").count()).toBe(0);
  });

  it("ends at once when the popup is closed", async () => {
    const panel = await openPanel();
    await (await begin(panel)).close();
    await panel.getByText("Your Google Calendar is not connected yet.").waitFor({ timeout: 2_000 });
    await button(await begin(panel), "Anna Reyes").click();
    await panel.getByText("Connected", { exact: true }).waitFor();
  });

  it("succeeds even if the permission comes after the last poll, and the error goes", {
    tags: "chromium",
  }, async () => {
    const panel = await openInChromium();
    await panel.clock.install();
    const popup = await begin(panel);
    const timeout = panel.getByText("Unable to confirm the connection. You may need to try again.").first();
    await moveClockUntil(panel, () => timeout.isVisible());
    await button(popup, "Anna Reyes").click();
    await expectToast(panel, "Connection Successful", "Your Google Calendar is connected.");
    await panel.getByText("Connected", { exact: true }).waitFor();
    await timeout.waitFor({ state: "detached" });
  });

  it("asks once a second at most 30 times, and then says that the connection could not be confirmed", {
    tags: ["extended", "chromium"],
  }, async () => {
    const panel = await openInChromium();
    await panel.clock.install();
    const asked: string[] = [];
    panel.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await begin(panel);
    const timeout = panel.getByText("Connection Timeout").first();
    await expect
      .poll(async () => {
        await panel.clock.runFor(1_000);
        return timeout.isVisible();
      })
      .toBe(true);
    await expectFailureToast(
      panel,
      "Connection Timeout",
      "Unable to confirm the connection. You may need to try again.",
    );
    // One more read shows the actual state.
    expect(asked.filter((path) => path === "/api/calendar-settings")).toHaveLength(31);
    await button(panel, "Connect").waitFor();
  });

  it("works by a link where the browser blocks the popup", { tags: ["extended", "chromium"] }, async () => {
    const panel = await openInChromium();
    await panel.evaluate(() => {
      window.open = () => null;
    });
    await button(panel, "Connect").click();
    await panel.getByText("Your browser did not open the window.").waitFor();
    const opening = panel.context().waitForEvent("page");
    await link(panel, "Open Google").click();
    const tab = await opening;
    await button(tab, "Anna Reyes").click();
    await panel.getByText("Connection Successful").first().waitFor();
  });
});

it("Rose's home shows the connected calendars that Anna chooses, and the panel says when Google revokes access", async () => {
  const { anna, rose } = await reyesFamily(server());
  const { open } = visitOf(server(), windows, known);
  const [panel, home] = [await open("/admin", anna), await open("/", rose)];
  await button(await begin(panel), "Anna Reyes").click();
  const own = panel.getByRole("switch", { name: "anna@example.com" });
  await expect.poll(() => own.isChecked()).toBe(true);
  await panel.getByText("Updated just now").first().waitFor();
  const walk = heading(home, "Walk with Mom");
  // By evening, home folds away what is over.
  await walk.or(home.getByText("Earlier today")).first().waitFor();
  await openDetails(home);
  await walk.waitFor();

  const kids = panel.getByRole("switch", { name: "Kids", exact: true });
  await kids.click();
  await panel.getByLabel("What's in this calendar: Kids").selectOption("Kids' events");
  await expect.poll(() => kids.isChecked()).toBe(true);
  await own.click();
  await walk.waitFor({ state: "detached" });
  await own.click();
  await walk.waitFor();

  const me = await open("/account", anna);
  await openUnderMore(me, "My calendar app");
  await button(me, "Make my calendar address").click();
  const address = pathOf(await me.getByLabel("My calendar address").inputValue());
  const goesOut = async () =>
    (await (await fetchCalendar(server(), address)).text()).includes("Walk with Mom");
  expect(await goesOut(), "her own app has it already").toBe(false);
  await me.getByRole("switch", { name: "My own Google events too" }).click();
  await expect.poll(goesOut).toBe(true);

  const permission = await permissionOf(server().world, anna.familyId);
  await server().world.senders.google.revoke(permission?.refreshToken ?? "");
  await panel.reload();
  await panel.getByText("Porchlight no longer has permission to read your calendar.").waitFor();
  await walk.waitFor();
  const opening = panel.waitForEvent("popup");
  await button(panel, "Connect again").click();
  await button(await opening, "Anna Reyes").click();
  await panel.getByText("Connection Successful").first().waitFor();
  await button(panel, "Disconnect").click();
  await walk.waitFor({ state: "detached" });
});

describe("what goes wrong while connecting", { tags: ["extended", "chromium"] }, () => {
  it.each([
    ["without an address from the server", { status: 200, json: {} }, "Failed to get authorization URL"],
    [
      "with the server's message",
      { status: 503, json: { message: "Not yet.", code: "unavailable" } },
      "Not yet.",
    ],
  ])("is said %s", async (_, answer, words) => {
    const panel = await openInChromium();
    await panel.route("**/api/calendar/auth-url", (route) => route.fulfill(answer));
    const opening = panel.waitForEvent("popup");
    await button(panel, "Connect").click();
    await expectFailureToast(panel, "Connection Error", words);
    expect((await opening).isClosed()).toBe(true);
    await panel.getByText("Not connected", { exact: true }).waitFor();
  });

  it("is reported without a network connection too", async () => {
    const panel = await openInChromium();
    await panel.route("**/api/calendar/auth-url", (route) => route.abort());
    await button(panel, "Connect").click();
    await expectFailureToast(
      panel,
      "Connection Error",
      "Connecting to Google Calendar failed. Please try again.",
    );
  });

  it("is reported when disconnecting fails, and the calendar stays connected", async () => {
    const panel = await openInChromium();
    const popup = await begin(panel);
    // This toast would take the place of the next one. It may be gone before the click has ended with the popup.
    await Promise.all([
      panel.getByText("Connection Successful").first().waitFor(),
      button(popup, "Anna Reyes").click(),
    ]);
    await panel.route("**/api/calendar/disconnect", (route) => route.abort());
    await button(panel, "Disconnect").click();
    await expectFailureToast(panel, "Disconnection Error", "Please try again.");
    await panel.getByText("Connected", { exact: true }).waitFor();
  });
});
