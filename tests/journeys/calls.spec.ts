// Pages call the server as section 7 of the specification says.
import type { Page, Request } from "playwright-core";
import { expect, it } from "vitest";
import { dayIn } from "#tests/support/events.ts";
import { unreachable } from "#tests/support/network-failures.ts";
import { invite, newPhoneNumber, reyesFamily, signUp } from "#tests/support/people.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import {
  askForHelpOnScreen,
  button,
  expectToast,
  heading,
  inviteOnScreen,
  joinOnScreen,
  link,
} from "#tests/support/steps.ts";
import { dist, useWindows } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useWindows();

it("every call sends the cookies, and a payload is sent as JSON", async () => {
  const { rose } = await reyesFamily(server());
  const page = await visitOf(server(), windows).open("/", rose);
  const asking = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().endsWith("/api/help-requests"),
  );
  await askForHelpOnScreen(page, "Tech Help", "My TV isn't working.");
  const headers = await (await asking).allHeaders();
  expect(headers.cookie).toContain("porchlight_session=");
  expect(headers["content-type"]).toBe("application/json");
  expect(headers.authorization).toBe(`Bearer ${rose.client.token}`);
});

/** Records the calls that a page makes from now on. */
function noteCalls(page: Page) {
  const calls: Request[] = [];
  page.on("request", (request) => calls.push(request));
  const bearerOf = (request: Request) => request.headers().authorization;
  return {
    /** The only call with this method and path, which may contain an ID. */
    only(method: string, path: string) {
      const found = calls.filter(
        (request) =>
          request.method() === method && new URL(request.url()).pathname.replace(/\d+/, "{id}") === path,
      );
      expect(found.length, `${method} ${path}`).toBe(1);
      const [request] = found;
      return { bearer: request && bearerOf(request), body: request?.postDataJSON() };
    },
    /** The calls to these paths, with a note where the bearer token is missing. */
    made: (paths: RegExp) =>
      calls
        .map((request) => ({ request, path: new URL(request.url()).pathname.replace(/\d+/, "{id}") }))
        .filter(({ path }) => paths.test(path))
        .map(({ request, path }) => `${request.method()} ${path}${bearerOf(request) ? "" : " (no bearer)"}`),
  };
}

it("signing up with an invitation sends what the specification says, with a bearer token only to accept", async () => {
  const anna = await signUp(server());
  const inviteCode = await invite(anna, "grandparent", "Rose");
  const page = await windows.open(`${server().url}/help`);
  const calls = noteCalls(page);
  await page.goto(`${server().url}/invite?code=${inviteCode}`);
  const phoneNumber = await joinOnScreen(server(), page, "Rose");
  const proof = { phoneNumber };
  expect(calls.only("GET", "/api/invitations/verify").bearer).toBeUndefined();
  expect(calls.only("POST", "/api/auth/request-verification")).toEqual({ bearer: undefined, body: proof });
  expect(calls.only("POST", "/api/auth/verify-code").body).toEqual({
    ...proof,
    code: expect.stringMatching(/^\d{6}$/),
  });
  expect(calls.only("POST", "/api/auth/register").body).toMatchObject({
    username: "Rose",
    phoneNumber,
    password: expect.stringMatching(/^.{8}$/),
    role: "grandparent",
    isVerified: true,
    familyId: null,
    grandparentNames: "Rose",
  });
  const accepting = calls.only("POST", "/api/invitations/accept");
  expect(accepting.bearer).toMatch(/^Bearer [\w-]{22}$/);
  expect(accepting.body).toEqual({ inviteCode, userId: expect.any(Number) });

  const declined = await invite(anna, "grandparent", "Walter");
  const other = await windows.open(`${server().url}/invite?code=${declined}`);
  const otherCalls = noteCalls(other);
  await button(other, "Decline").click();
  await button(other, "Yes, decline").click();
  await expectToast(other, "Invitation declined");
  expect(otherCalls.only("POST", "/api/invitations/decline")).toEqual({
    bearer: undefined,
    body: { inviteCode: declined },
  });
});

it("the panel's calls match the specification, each with the bearer token", async () => {
  const anna = await signUp(server());
  const page = await visitOf(server(), windows).open("/admin", anna);
  const calls = noteCalls(page);
  await page.reload();
  await page.getByRole("switch", { name: "Show appointments" }).uncheck();
  await button(page, "Save settings").click();
  await expectToast(page, "Settings saved");
  expect(calls.only("PUT", "/api/calendar-settings").body).toMatchObject({
    calendarUrl: "",
    showKidsEvents: true,
    showFamilyEvents: true,
    showAppointments: false,
  });

  await link(page, "Puzzles").click();
  await page.getByLabel("Question").fill("What is round?");
  for (const option of ["A ball", "A box"]) {
    await page.getByLabel("Another option").fill(option);
    await button(page, "Add").click();
  }
  await page.getByLabel("A ball").check();
  await button(page, "Create puzzle").click();
  await expectToast(page, "Puzzle created");
  expect(calls.only("POST", "/api/puzzles").body).toEqual({
    question: "What is round?",
    options: ["A ball", "A box"],
    correctAnswer: "A ball",
    isActive: true,
    date: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  });
  await page.getByLabel("Active: What is round?").uncheck();
  await expectToast(page, "Puzzle updated");
  expect(calls.only("PUT", "/api/puzzles/{id}").body).toEqual({ isActive: false });

  await link(page, "Events").first().click();
  await link(page, "Add event").click();
  // An event that is over would be folded away.
  const day = dayIn(server(), 30);
  const event = { title: "Dentist", startDate: `${day}T09:05`, endDate: `${day}T10:00` };
  await page.getByLabel("Title").fill(event.title);
  await page.getByLabel("Start date").fill(event.startDate);
  await page.getByLabel("End date").fill(event.endDate);
  await page.getByLabel("Location").fill("Main Street 4");
  await button(page, "Save event").click();
  await expectToast(page, "Event created");
  const sent = { ...event, location: "Main Street 4", isActive: true };
  expect(calls.only("POST", "/api/manual-events").body).toMatchObject(sent);
  await button(page, "Edit Dentist").click();
  await page.getByLabel("Location").fill("Oak Street 21");
  await button(page, "Save event").click();
  await expectToast(page, "Event updated");
  const changed = calls.only("PUT", "/api/manual-events/{id}").body;
  expect(changed).toMatchObject({ ...sent, location: "Oak Street 21" });
  expect(Object.keys(changed)).not.toContain("id");

  await inviteOnScreen(page, "Rose", "Grandparent");
  expect(calls.only("POST", "/api/invitations").body).toMatchObject({
    name: "Rose",
    email: "rose@example.com",
    role: "grandparent",
    familyId: anna.familyId,
  });
  const made = calls.made(
    /^\/api\/(calendar-settings|calendar\/|puzzles(?!\/active)|manual-events|invitations)/,
  );
  const lists = ["calendar-settings", "puzzles", "manual-events", "invitations/family/{id}"];
  expect(made).toEqual(expect.arrayContaining(lists.map((path) => `GET /api/${path}`)));
  expect(made.filter((call) => call.includes("no bearer"))).toEqual([]);
});

it("a visitor's phrases are fetched only once a category is chosen", async () => {
  const page = await windows.open(`${server().url}/privacy-policy`);
  const calls = noteCalls(page);
  await page.goto(`${server().url}/help`);
  await link(page, "Other Help").waitFor();
  expect(calls.made(/^\/api\/help-/)).toEqual(["GET /api/help-categories (no bearer)"]);
  await link(page, "Tech Help").click();
  await button(page, "My TV isn't working.").waitFor();
  expect(calls.made(/^\/api\/help-phrases/)).toEqual(["GET /api/help-phrases/category/{id} (no bearer)"]);
});

it("the admin login sends a username and a password, without a bearer token", async () => {
  const page = await windows.open(`${server().url}/admin-login`);
  const calls = noteCalls(page);
  const username = newPhoneNumber();
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password").fill("porch lamp 42");
  const answered = page.waitForResponse("**/api/login");
  await button(page, "Login").click();
  await answered;
  const body = { username, password: "porch lamp 42" };
  expect(calls.only("POST", "/api/login")).toEqual({ bearer: undefined, body });
});

it("a failed read is neither retried nor shown as an empty list, and focusing the page does not repeat it", async () => {
  const { anna } = await reyesFamily(server());
  // The browser is in the family's time zone, because a different date would cause another read.
  const timezoneId = "America/New_York";
  const page = await visitOf(server(), windows, { timezoneId }).open("/account", anna, { hasOwnClock: true });
  // The clock stands still, because home reads every line again if its scripts load late, as they do on a slow machine.
  await page.clock.setFixedTime(new Date());
  let reads = 0;
  const isShown = Promise.withResolvers<void>();
  await page.route("**/api/home", async (route) => {
    await isShown.promise;
    await unreachable(route);
  });
  await page.route("**/api/calendar-events", (route) => {
    reads += 1;
    return route.fulfill({ status: 403, body: "" });
  });
  await page.goto(server().url);
  await heading(page, /^Good/).waitFor();
  isShown.resolve();
  await page.getByText("Today's events could not be loaded").waitFor();
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await heading(page, "Daily Puzzle").waitFor();
  expect(await page.getByText("No events scheduled for today").count()).toBe(0);
  expect(reads).toBe(1);
});
