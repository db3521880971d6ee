// Anna turns on Rose's telephone, and Rose calls Porchlight with the telephone of the sandbox.
// @module-tag extended

import { extractText } from "unpdf";
import { expect, it } from "vitest";
import { listHelpRequests } from "#contract/help/requests.ts";
import { engine } from "#tests/support/engines/engine.ts";
import { useEngineWindows } from "#tests/support/engines/windows.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer, withCalls } from "#tests/support/server.ts";
import { button } from "#tests/support/steps.ts";
import { dist, widths } from "#tests/support/window.ts";

const server = useServer({ dist, env: withCalls });
const windows = useEngineWindows();

it("Anna turns it on with a PIN, the sheet for the fridge has the number, and Rose asks for help by keys", async () => {
  const { anna, rose } = await reyesFamily(server());
  const { open } = visitOf(server(), windows, { width: widths.tablet });
  const panel = await open("/admin/family", anna);
  await button(panel, "By telephone for Rose").click();
  await panel.getByLabel("The telephone that Rose calls from").fill("(614) 555-0177");
  await panel.getByLabel(/^PIN of four digits/).fill("246");
  await button(panel, "Turn it on").click();
  await panel.getByText("The PIN has four digits").first().waitFor();
  await panel.getByLabel(/^PIN of four digits/).fill("2468");
  await button(panel, "Turn it on").click();
  await panel.getByText("Saved. Rose can call").waitFor();
  await button(panel, "Done").click();
  await button(panel, "By telephone: on for Rose").waitFor();

  const week = await open("/week", rose);
  // On the screen, the line is hidden.
  await week.getByText("1 for help, 2 for today").waitFor({ state: "attached" });
  const pdf = await week.pdf({ format: "Letter", preferCSSPageSize: true });
  const { text } = await extractText(new Uint8Array(pdf), { mergePages: true });
  // In Firefox's PDF semi-bold letters are shapes.
  if (engine !== "firefox") expect(text).toContain("614");
  expect(text).toContain("1 for help, 2 for today, 3 to say hello.");

  const phone = await open("/sandbox/phone");
  await button(phone, "Call").click();
  await phone.getByText("Please enter your PIN of four digits.").waitFor();
  await phone.getByLabel("Several keys").fill("2468");
  await button(phone, "Press these").click();
  await phone.getByText("Hello Rose.").waitFor();
  await button(phone, "1").click();
  await phone.getByText("For food, press 7.").waitFor();
  await button(phone, "7").click();
  await phone.getByText("Your request is sent.").waitFor();
  await button(phone, "Say something").click();
  await phone.getByText("We call you when somebody helps. Goodbye.").waitFor();
  expect(await rose.client.call(listHelpRequests)).toMatchObject([{ phrase: "I need help with food." }]);
});
