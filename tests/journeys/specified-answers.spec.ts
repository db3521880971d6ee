// Every screen works with a server whose answers hold what the specification lists, and nothing else.
import type { Page, Route } from "playwright-core";
import { beforeEach, expect, it } from "vitest";
import { addManualEvent } from "#contract/calendar/manual-events.ts";
import { addLocalEvent } from "#contract/local-events.ts";
import { createPuzzle } from "#contract/puzzles.ts";
import { dayIn } from "#tests/support/events.ts";
import { invite, newPhoneNumber, type Person, password, reyesFamily } from "#tests/support/people.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { button, expectToast, heading, link, provePhoneOnScreen } from "#tests/support/steps.ts";
import { dist, useWindows } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useWindows();

/** The fields of each answer in section 7 of the specification. A call whose result is not shown answers nothing. */
const specified: Record<string, readonly string[]> = {
  "GET /api/calendar-events": ["id", "title", "location", "startTime", "endTime", "isManualEvent"],
  "GET /api/puzzles/active": ["id", "question", "options", "correctAnswer", "isActive", "date"],
  "GET /api/local-events/active": ["id", "title", "date", "location", "description"],
  "POST /api/auth/request-verification": [],
  "POST /api/auth/verify-code": [],
  "POST /api/auth/register": ["token", "user.id", "user.role"],
  "POST /api/invitations/accept": ["token", "role"],
  "GET /api/auth/status": ["user.role", "user.displayName"],
  "POST /api/login": ["token"],
  "GET /api/help-categories": ["id", "name", "icon"],
  "GET /api/help-phrases/category/1": ["id", "phrase"],
  "GET /api/calendar-settings": [
    ...["calendarUrl", "showKidsEvents", "showFamilyEvents", "showAppointments", "isConnected"],
  ],
  "PUT /api/calendar-settings": [],
  "GET /api/puzzles": ["id", "question", "options", "correctAnswer", "isActive", "date"],
  "POST /api/puzzles": [],
  "GET /api/manual-events": ["id", "title", "startDate", "endDate", "location", "isActive"],
  "POST /api/manual-events": [],
  "GET /api/invitations/family/1": [
    ...["id", "familyId", "name", "email", "phoneNumber", "role", "status", "inviteCode", "expiresAt"],
  ],
  "POST /api/invitations": ["inviteCode"],
  "GET /api/invitations/verify": ["name", "familyId", "role", "inviteCode"],
};

function only(fields: readonly string[], answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map((entry) => only(fields, entry));
  const entries = Object.entries(answer ?? {}).flatMap(([name, value]) => {
    const inner = fields
      .filter((field) => field.startsWith(`${name}.`))
      .map((field) => field.split(".")[1] ?? "");
    if (inner.length > 0) return [[name, only(inner, value)]];
    return fields.includes(name) ? [[name, value]] : [];
  });
  return Object.fromEntries(entries);
}

/** Answers the calls of the specification with its fields, and says of all others that they do not exist. */
async function answer(route: Route): Promise<void> {
  const request = route.request();
  const url = new URL(request.url());
  const fields = specified[`${request.method()} ${url.pathname}`];
  const isOffered = url.pathname === "/api/auth/options";
  if (isOffered) return route.continue();
  if (!fields) return route.fulfill({ status: 404, json: { message: "Not found" } });
  // The specification has one family, and the test's family has another id.
  const path = url.pathname.replace("/family/1", `/family/${family.anna.familyId}`);
  const response = await route.fetch({ url: `${url.origin}${path}${url.search}` });
  if (!response.ok()) return route.fulfill({ response });
  await route.fulfill({ response, json: only(fields, await response.json()) });
}

let family: Awaited<ReturnType<typeof reyesFamily>>;
beforeEach(async () => {
  family = await reyesFamily(server());
  const { client } = family.anna;
  const [today, tomorrow] = [dayIn(server(), 0), dayIn(server(), 1)];
  const dates = { startDate: `${today}T00:30`, endDate: `${today}T23:59` };
  await client.call(addManualEvent, { body: { title: "Dentist", location: "Main Street 4", ...dates } });
  await client.call(addLocalEvent, {
    body: { title: "Concert", date: `${tomorrow}T19:00`, location: "Park" },
  });
  const question = {
    question: "Which is the red planet?",
    options: ["Mars", "Venus"],
    correctAnswer: "Mars",
  };
  await client.call(createPuzzle, { body: question });
});

async function open(path: string, person?: Person): Promise<Page> {
  const page = await visitOf(server(), windows).open("/healthz", person);
  await page.route("**/api/**", answer);
  await page.goto(server().url + path);
  return page;
}

it.each(["rose", "anna"] as const)("home shows the day to %s, and greets by the name", async (name) => {
  const page = await open("/", family[name]);
  await heading(page, "Dentist").waitFor();
  await page.getByText("12:30 AM").waitFor();
  await page.getByText("Which is the red planet?").waitFor();
  await heading(page, "Concert").waitFor();
  const greeting = name === "rose" ? /^Good \w+, Rose$/ : /^Good \w+, Anna/;
  await heading(page, greeting).waitFor();
  await button(page, "Mars").click();
  await page.locator("main").getByText("Great job! You got it right.").waitFor();
});

it("help shows the categories and phrases", async () => {
  const page = await open("/help", family.rose);
  await link(page, "Tech Help").click();
  await button(page, "My TV isn't working.").waitFor();
});

it("the panel shows each tab, and saves in it", async () => {
  const page = await open("/admin", family.anna);
  await page.getByLabel("Show kids' events").uncheck();
  await button(page, "Save settings").click();
  await expectToast(page, "Settings saved");
  const goTo = (tab: string) =>
    page.getByRole("navigation", { name: "Admin Panel" }).getByRole("link", { name: tab }).click();

  await goTo("Puzzles");
  await heading(page, "Which is the red planet?").waitFor();
  await goTo("Events");
  await heading(page, "Dentist").waitFor();
  await link(page, "Add event").click();
  await page.getByLabel("Title").fill("Lunch");
  await page.getByLabel("Start date").fill(`${dayIn(server(), 1)}T12:00`);
  await page.getByLabel("End date").fill(`${dayIn(server(), 1)}T13:00`);
  await page.getByLabel("Location").fill("Here");
  await button(page, "Save event").click();
  await expectToast(page, "Event created");
  await heading(page, "Lunch").waitFor();

  await goTo("Co-Admins");
  await page.getByText("No pending invitations found.").waitFor();
});

it("an invitation is shown and accepted", async () => {
  const inviteCode = await invite(family.anna, "grandparent", "Walter");
  const page = await open(`/invite?code=${inviteCode}`);
  await heading(page, "You've Been Invited!").waitFor();
  await page.getByText("Walter", { exact: true }).waitFor();
  await provePhoneOnScreen(server(), page, newPhoneNumber());
  await button(page, "Create my account").click();
  await heading(page, "Welcome to Porchlight, Walter!").waitFor();
  await heading(page, /^Good \w+, Walter$/).waitFor();
  expect(await page.evaluate(() => localStorage.userRole)).toBe("grandparent");
});

it("the admin login leads to the panel", async () => {
  const page = await open("/admin-login");
  await page.getByLabel("Username").fill(family.anna.phoneNumber);
  await page.getByLabel("Password").fill(password);
  await button(page, "Login").click();
  await heading(page, "Calendar settings").waitFor();
});
