// A person answers from a message, on a device where nobody is signed in.
import { expect, it } from "vitest";
import { minuteMs } from "#contract/durations.ts";
import { askForHelp } from "#contract/help/requests.ts";
import { deliverDue } from "#tests/support/due-work.ts";
import { reyesFamily } from "../support/people.ts";
import { visitOf } from "../support/screens/visit.ts";
import { useServer } from "../support/server.ts";
import { button, heading } from "../support/steps.ts";
import { dist, useWindows } from "../support/window.ts";

const server = useServer({ dist });
const windows = useWindows();

it("opening the link changes nothing, and its button tells Rose at once who helps", async () => {
  const { ben, rose } = await reyesFamily(server());
  const { open } = visitOf(server(), windows);
  const roses = await open("/", rose);
  await rose.client.call(askForHelp, { body: { phraseId: 101 } });
  await heading(roses, "Sent. Trying to reach your family.").waitFor();
  server().clock.advance(3 * minuteMs);
  await deliverDue(server().world);
  await heading(roses, "No answer yet. Now asking Ben too.").waitFor();

  const text = server().outbox.findLast(({ to }) => to === ben.phoneNumber)?.text ?? "";
  const path = text.match(/\/help\/answer\?to=[\w-]+/)?.[0] ?? "";
  const bens = await open(path);
  await heading(bens, "Rose needs help").waitFor();
  await bens.getByText("This message was sent to Ben.").waitFor();
  expect(await heading(roses, "Ben will help.").count()).toBe(0);
  await button(bens, "I'll help").click();
  await heading(bens, "You are helping Rose").waitFor();
  await heading(roses, "Ben will help.").waitFor();

  const wrong = await open("/help/answer?to=nothing");
  await heading(wrong, "We don't recognize this link. Please open it from the message again.").waitFor();
});
