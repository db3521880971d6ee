// A connection can die without the browser noticing: a router restarts, or the server loses its power.
import { expect, it } from "vitest";
import { acknowledgeHelpRequest, askForHelp } from "#contract/help/requests.ts";
import { useEngineWindows } from "#tests/support/engines/windows.ts";
import { useFront } from "#tests/support/front.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { deviceOf, visitOf } from "#tests/support/screens/visit.ts";
import { heading } from "#tests/support/steps.ts";
import { useWindows } from "#tests/support/window.ts";

const front = useFront("http");
const windows = useEngineWindows();
const chromium = useWindows();

/** Gives the page a function that makes its live connections hear a heartbeat. */
function exposeHeartbeat(): void {
  const { EventSource } = window;
  const sources: EventSource[] = [];
  window.EventSource = class extends EventSource {
    constructor(url: string | URL) {
      super(url);
      sources.push(this);
    }
  };
  Object.assign(window, {
    hearHeartbeat: () => {
      for (const source of sources) source.dispatchEvent(new MessageEvent("heartbeat"));
    },
  });
}

it("a screen without a heartbeat for fifty seconds connects again, and then reads everything", {
  tags: "chromium",
}, async () => {
  const { server } = front();
  const { rose } = await reyesFamily(server);
  const page = await visitOf(server, chromium).open("/healthz", rose);
  await page.addInitScript(exposeHeartbeat);
  await page.clock.install();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const connections = () => asked.filter((path) => path === "/api/live").length;
  await page.goto(server.url);
  await page.getByText("No events scheduled for today").waitFor();
  await expect.poll(connections).toBe(1);

  await page.clock.fastForward(30_000);
  await page.evaluate("hearHeartbeat()");
  await page.clock.fastForward(30_000);
  expect(connections()).toBe(1);

  asked.length = 0;
  await page.clock.fastForward(60_000);
  await expect.poll(connections).toBe(1);
  await expect.poll(() => asked).toContain("/api/help-requests");
});

it("a screen whose connection broke shows what has happened since as soon as it has one again, and what happens then", async () => {
  const { url, server } = front();
  const { anna, rose } = await reyesFamily(server);
  const page = await windows.open(url, deviceOf(url, rose));
  await page.getByText("No events scheduled for today").waitFor();
  await front().close();
  const { id } = await rose.client.call(askForHelp, { body: { phraseId: 101 } });
  await front().open();
  await heading(page, "Sent. Trying to reach your family.").waitFor();
  await anna.client.call(acknowledgeHelpRequest, { params: { id } });
  await heading(page, "Anna will help.").waitFor();
});
