// How the pages call the server, as section 7 of the specification has it.
import { expect, it } from "vitest";
import { reyesFamily } from "../support/people.ts";
import { visitOf } from "../support/screens/visit.ts";
import { useServer } from "../support/server.ts";
import { askForHelpOnScreen, heading } from "../support/steps.ts";
import { dist, useWindows } from "../support/window.ts";

const server = useServer({ dist });
const windows = useWindows();

it("every call brings the cookies, and a payload is sent as JSON", async () => {
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

it("a read that fails is neither tried again nor read as nothing, and the focus does not repeat it", async () => {
  const { anna } = await reyesFamily(server());
  const page = await visitOf(server(), windows).open("/account", anna);
  let reads = 0;
  await page.route("**/api/calendar-events", (route) => {
    reads += 1;
    return route.fulfill({ status: 403, body: "" });
  });
  await page.goto(server().url);
  await page.getByText("Today's events could not be loaded").waitFor();
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await heading(page, "Daily Puzzle").waitFor();
  expect(await page.getByText("No events scheduled for today").count()).toBe(0);
  expect(reads).toBe(1);
});
