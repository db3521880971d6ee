// A person answers from a message, on a device where nobody is signed in.
import { expect, it } from "vitest";
import { minuteMs } from "#contract/durations.ts";
import { askForHelp } from "#contract/help/requests.ts";
import { deliverDue } from "#tests/support/due-work.ts";
import { useEngineWindows } from "#tests/support/engines/windows.ts";
import { badGateway, endFailures, unreachable } from "#tests/support/network-failures.ts";
import { type Person, reyesFamily } from "#tests/support/people.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { button, heading } from "#tests/support/steps.ts";
import { dist, useWindows } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useEngineWindows();
const chromium = useWindows();

/** The path of the link in the last text to this person. */
function pathTextedTo({ phoneNumber }: Person): string {
  const text = server().outbox.findLast(({ to }) => to === phoneNumber)?.text ?? "";
  return text.match(/\/help\/answer\?to=[\w-]+/)?.[0] ?? "";
}

it("opening the link changes nothing, and its button tells Rose at once who helps", async () => {
  const { ben, rose } = await reyesFamily(server());
  const { open } = visitOf(server(), windows);
  const roses = await open("/", rose);
  await rose.client.call(askForHelp, { body: { phraseId: 101 } });
  await heading(roses, "Sent. Trying to reach your family.").waitFor();
  server().clock.advance(3 * minuteMs);
  await deliverDue(server().world);
  await heading(roses, "No answer yet. Now asking Ben too.").waitFor();

  const bens = await open(pathTextedTo(ben));
  await heading(bens, "Rose needs help").waitFor();
  await bens.getByText("This message was sent to Ben.").waitFor();
  expect(await heading(roses, "Ben will help.").count()).toBe(0);
  await button(bens, "I'll help").click();
  await heading(bens, "You are helping Rose").waitFor();
  await heading(roses, "Ben will help.").waitFor();

  const wrong = await open("/help/answer?to=nothing");
  await heading(wrong, "We don't recognize this link. Please open it from the message again.").waitFor();
});

it("the page behind the link keeps its button when the network fails, and can be opened once it is back", {
  tags: ["extended", "chromium"],
}, async () => {
  const { ben, rose } = await reyesFamily(server());
  const { open } = visitOf(server(), chromium);
  await rose.client.call(askForHelp, { body: { phraseId: 101 } });
  server().clock.advance(3 * minuteMs);
  await deliverDue(server().world);
  const page = await open("/healthz");
  const calls = "**/api/help-answers/**";
  await page.route(calls, badGateway);
  await page.goto(server().url + pathTextedTo(ben));
  await page.getByText("We could not open this.").waitFor();
  await heading(page, "A request for help").waitFor();
  await endFailures(page);
  await button(page, "Try again").click();
  await heading(page, "Rose needs help").waitFor();

  await page.route(calls, unreachable);
  await button(page, "I'll help").click();
  await page.getByText("That did not work. Please try again.").waitFor();
  await endFailures(page);
  await button(page, "I'll help").click();
  await heading(page, "You are helping Rose").waitFor();
});
