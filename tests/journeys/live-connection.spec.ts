// A connection can die without the browser noticing: a router restarts, or the server loses its power.
import { expect, it } from "vitest";
import { reyesFamily } from "#tests/support/people.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { dist, useWindows } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useWindows();

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

it("a screen without a heartbeat for fifty seconds connects again, and then reads everything", async () => {
  const { rose } = await reyesFamily(server());
  const page = await visitOf(server(), windows).open("/healthz", rose);
  await page.addInitScript(exposeHeartbeat);
  await page.clock.install();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const connections = () => asked.filter((path) => path === "/api/live").length;
  await page.goto(server().url);
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
