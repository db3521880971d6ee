// A shaky hand taps twice, and on a slow tablet both taps arrive before the screen shows the first one.
// @module-tag extended
import type { Locator, Page } from "playwright-core";
import { beforeEach, expect, it } from "vitest";
import { listManualEvents } from "#contract/calendar/manual-events.ts";
import { listReplies } from "#contract/help/replies.ts";
import { askForHelp, listHelpRequests } from "#contract/help/requests.ts";
import { listInvitations } from "#contract/invitations.ts";
import { createPuzzle, listPuzzles } from "#contract/puzzles.ts";
import { dayIn } from "#tests/support/events.ts";
import { invite, type Person, reyesFamily } from "#tests/support/people.ts";
import { photoBytes } from "#tests/support/photos.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { button, choosePhoto, expectToast, heading, link, openMore } from "#tests/support/steps.ts";
import { dist, useWindows, widths } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useWindows();
const tablet = { width: widths.tablet, hasTouch: true };

const pauseMs = 40;
const slowness = 6;

let family: Awaited<ReturnType<typeof reyesFamily>>;
beforeEach(async () => {
  family = await reyesFamily(server());
});

const open = (path: string, person?: Person): Promise<Page> =>
  visitOf(server(), windows, tablet).open(path, person);

/** Taps twice on a slowed-down page, without waiting for it to handle the first tap. Returns the writes it sends. */
async function tapTwice(page: Page, target: Locator): Promise<string[]> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error("There is nothing to tap.");
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const sent: string[] = [];
  page.on("request", (request) => {
    const path = new URL(request.url()).pathname;
    const isWrite = request.method() !== "GET" && !path.endsWith("/receipts");
    if (isWrite) sent.push(`${request.method()} ${path}`);
  });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowness });
  const tap = () => {
    const touchStart = devtools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at] });
    return Promise.all([
      touchStart,
      devtools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] }),
    ]);
  };
  const first = tap();
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  await Promise.all([first, tap()]);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  return sent;
}

it("a phrase becomes one request for help", async () => {
  const page = await open("/help/1", family.rose);
  const sent = await tapTwice(page, button(page, "My TV isn't working."));
  await expectToast(page, "Help Request Sent");
  expect(sent).toEqual(["POST /api/help-requests"]);
  expect(await family.anna.client.call(listHelpRequests)).toHaveLength(1);
});

it("the same phrase can be chosen again after an answer", async () => {
  const page = await open("/help/1", family.rose);
  await page.route("**/api/help-requests", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 400, json: { message: "Please choose again.", code: "invalid" } })
      : route.continue(),
  );
  await button(page, "My TV isn't working.").click();
  await page.getByText("Please choose again.").waitFor();
  await page.unrouteAll();
  await button(page, "My TV isn't working.").click();
  await expectToast(page, "Help Request Sent");
  expect(await family.anna.client.call(listHelpRequests)).toHaveLength(1);
});

it("“I'll help” is said once", async () => {
  const { id } = await family.rose.client.call(askForHelp, { body: { phraseId: 101 } });
  const page = await open("/", family.ben);
  const sent = await tapTwice(page, button(page, "I'll help"));
  await button(page, "I'll help").waitFor({ state: "detached" });
  expect(sent).toEqual([`POST /api/help-requests/${id}/acknowledgement`]);
});

it("an invitation is declined once", async () => {
  const inviteCode = await invite(family.anna, "grandparent");
  const page = await open(`/invite?code=${inviteCode}`);
  await button(page, "Decline").click();
  const sent = await tapTwice(page, button(page, "Yes, decline"));
  await expectToast(page, "Invitation declined");
  expect(sent).toEqual(["POST /api/invitations/decline"]);
});

it("an invitation is made once", async () => {
  const page = await open("/admin/co-admins", family.anna);
  await page.getByLabel("Person's Name").fill("Walter");
  await page.getByLabel("Email").fill("walter@example.com");
  await page.getByLabel(/Grandparent:/).check();
  const sent = await tapTwice(page, button(page, "Generate Invite Link"));
  await heading(page, "Invitation Created!").waitFor();
  expect(sent).toEqual(["POST /api/invitations"]);
  const params = { familyId: family.anna.familyId };
  expect(await family.anna.client.call(listInvitations, { params })).toHaveLength(1);
});

it("an event is saved once", async () => {
  const page = await open("/admin/events", family.anna);
  await link(page, "Add event").click();
  await page.getByLabel("Title").fill("Dentist");
  await page.getByLabel("Start date").fill(`${dayIn(server(), 1)}T09:00`);
  await page.getByLabel("End date").fill(`${dayIn(server(), 1)}T10:00`);
  await page.getByLabel("Location").fill("Main Street 4");
  const sent = await tapTwice(page, button(page, "Save event"));
  await expectToast(page, "Event created");
  expect(sent).toEqual(["POST /api/manual-events"]);
  expect(await family.anna.client.call(listManualEvents)).toHaveLength(1);
});

it("a puzzle is created once, and deleted once", async () => {
  const page = await open("/admin/puzzles", family.anna);
  await page.getByLabel("Question").fill("Which is the red planet?");
  for (const planet of ["Mars", "Venus"]) {
    await page.getByLabel("Another option").fill(planet);
    await button(page, "Add").click();
  }
  await page.getByLabel("Mars").check();
  const created = await tapTwice(page, button(page, "Create puzzle"));
  await expectToast(page, "Puzzle created");
  expect(created).toEqual(["POST /api/puzzles"]);
  const [puzzle] = await family.anna.client.call(listPuzzles);
  await button(page, /^Delete/).click();
  const deleted = await tapTwice(page, page.getByRole("dialog").getByRole("button", { name: "Delete" }));
  await expectToast(page, "Puzzle deleted");
  expect(deleted).toEqual([`DELETE /api/puzzles/${puzzle?.id}`]);
});

it("a puzzle is answered once", async () => {
  const body = { question: "Which is the red planet?", options: ["Mars", "Venus"], correctAnswer: "Mars" };
  await family.anna.client.call(createPuzzle, { body });
  const page = await open("/", family.rose);
  const sent = await tapTwice(page, button(page, "Mars"));
  await expectToast(page, "Correct!");
  expect(sent).toEqual(["POST /api/puzzles/active/answers"]);
});

it("a picture and a message about a request are sent once", async () => {
  const { id } = await family.rose.client.call(askForHelp, { body: { phraseId: 101 } });
  const page = await open("/", family.rose);
  await openMore(page);
  await choosePhoto(page, await photoBytes({ width: 400, height: 300 }));
  const pictures = await tapTwice(page, button(page, "Send"));
  await page.getByRole("button", { name: /^From you/i }).waitFor();
  expect(pictures).toEqual([`POST /api/help-requests/${id}/pictures`]);
  await page.locator("summary", { hasText: "Write a message" }).click();
  await page.getByLabel(/^Message to/).fill("It is the one in the kitchen.");
  const messages = await tapTwice(page, button(page, "Send message"));
  await expect.poll(() => page.getByLabel(/^Message to/).inputValue()).toBe("");
  expect(messages).toEqual([`POST /api/help-requests/${id}/replies`]);
  expect(await family.anna.client.call(listReplies, { params: { id } })).toHaveLength(2);
});
