// A family is told that nobody in it can be reached, before it needs help.
// @module-tag extended
import { expect, test } from "vitest";
import { checkReachability } from "#tests/support/due-work.ts";
import { reyesFamily, signUp } from "#tests/support/people.ts";
import { refuse, testPathIn, textTo } from "#tests/support/reachability.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { button, expectToast, heading, link, openUnderMore } from "#tests/support/steps.ts";
import { dist, useWindows } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useWindows();

test("Anna reads that nobody can be reached, sends herself a test and answers it from her text: everybody sees that it works", async () => {
  const { anna, ben, rose } = await reyesFamily(server());
  const { open } = visitOf(server(), windows);
  const [annas, roses] = [await open("/", anna), await open("/", rose)];
  await heading(annas, "Today's Events").waitFor();
  for (const person of [anna, ben]) await refuse(server(), person, "sms");
  const warning = annas.getByText("Our messages aren't reaching anyone in your family");
  const honesty = roses.getByText("Our messages aren't reaching your family right now");
  await Promise.all([warning.waitFor(), honesty.waitFor()]);
  await link(roses, "Call Anna").first().waitFor();

  await link(annas, "See who can be reached").click();
  const refused = annas.getByText("Text messages: refused, this phone can't get texts");
  await expect.poll(() => refused.count()).toBe(2);
  await button(annas, "Send a test now to Anna Reyes").click();
  await expectToast(annas, "Test sent", "To Anna Reyes by text. One tap answers it.");

  const phone = await open(testPathIn(textTo(server(), anna)));
  await heading(phone, "Does this reach you?").waitFor();
  expect(await warning.count()).toBe(1);
  await button(phone, "It works").click();
  await heading(phone, "Thank you. It works.").waitFor();
  await expect.poll(() => refused.count()).toBe(1);
  await annas.getByText("Our messages reach only one person").waitFor();
  await honesty.waitFor({ state: "detached" });
  await link(annas, "Home").first().click();
  await heading(annas, "Today's Events").waitFor();
  expect(await warning.count()).toBe(0);
});

test("Anna enters her e-mail address, and it is confirmed once she has opened the e-mail", async () => {
  const anna = await signUp(server());
  const { open } = visitOf(server(), windows);
  const me = await open("/account", anna);
  await openUnderMore(me, "My e-mail");
  await me.getByLabel("My e-mail address").fill("anna");
  await button(me, "Send me the e-mail").click();
  await me.getByText("Please enter a valid email address").first().waitFor();
  await me.getByLabel("My e-mail address").fill("anna@example.com");
  await button(me, "Send me the e-mail").click();
  await me.getByText("We sent an e-mail to anna@example.com").waitFor();

  const path = () =>
    server()
      .mailbox.at(-1)
      ?.text.match(/\/account\/email\?to=[\w-]+/)?.[0] ?? "";
  // The screen says so as soon as the address is stored, a moment before the e-mail leaves.
  await expect.poll(path).not.toBe("");
  await heading(await open(path()), "Please sign in first").waitFor();
  const confirmation = await open(path(), anna);
  await button(confirmation, "This is my address").click();
  await heading(confirmation, "Thank you. Your address is confirmed.").waitFor();
  await me.getByText("We send e-mails to anna@example.com.").waitFor();
  await me.getByText("E-mail: worked just now").waitFor();
  await checkReachability(server().world);
  await button(me, "Remove my e-mail").click();
  await me.getByText("We won't e-mail you anymore.").waitFor();
});
