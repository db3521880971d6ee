// A person who helps chooses whether their phone is called, and tries it.
// @module-tag extended
import { expect, test } from "vitest";
import { sendersFor } from "#server/senders.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer, withCalls } from "#tests/support/server.ts";
import { button, expectToast } from "#tests/support/steps.ts";
import { dist, useWindows } from "#tests/support/window.ts";

const server = useServer({ dist, env: withCalls });
const windows = useWindows();

test("Ben is called as a test, presses 1, and reads that calls reach him; then he turns them off", async () => {
  const { ben } = await reyesFamily(server());
  server().world.senders.call = sendersFor(server().world).call;
  const { open } = visitOf(server(), windows);
  const me = await open("/account", ben);
  await button(me, "Call me as a test").click();
  await expectToast(me, "Your phone rings in a moment", "Press 1 when you hear us.");
  expect(await me.getByText("Phone calls: worked").count()).toBe(0);

  const phone = await open("/sandbox");
  await button(phone, "Pick up").click();
  await phone.getByText("This is Porchlight with a test. Nobody needs help now.").waitFor();
  await button(phone, "Press 1").click();
  await phone.getByText("Thank you. Now we know that calls reach you.").waitFor();
  await me.getByText("Phone calls: worked").waitFor();

  await me.getByRole("switch", { name: "Phone calls" }).uncheck();
  await button(me, "Call me as a test").waitFor({ state: "detached" });
  await expect.poll(() => me.getByText("Phone calls: ").count()).toBe(0);
});
