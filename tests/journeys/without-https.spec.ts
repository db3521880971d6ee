// A server at home may have no certificate. There, browsers lack what they keep for HTTPS, even random UUIDs.
// @module-tag extended
import { expect, it } from "vitest";
import { listGuides } from "#contract/help/guides.ts";
import { askForHelp } from "#contract/help/requests.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { photoBytes } from "#tests/support/photos.ts";
import { deviceOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { button, choosePhoto, expectToast, link } from "#tests/support/steps.ts";
import { dist, useWindows } from "#tests/support/window.ts";

const server = useServer({ dist, env: { PUBLIC_URL: "http://porchlight.test", SANDBOX: "on" } });
const windows = useWindows();

it("without HTTPS, Anna writes a guide with a picture, and reads why she cannot record her voice", async () => {
  const { anna, rose } = await reyesFamily(server());
  await rose.client.call(askForHelp, { body: { phraseId: 101 } });
  const url = server().url.replace("127.0.0.1", "porchlight.test");
  const page = await windows.open(url, deviceOf(url, anna));
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await button(page, "Record your voice").click();
  await page.getByText("The microphone only works at an address that begins with https.").waitFor();

  await page.goto(`${url}/guides`);
  await link(page, "Write a guide").click();
  await page.getByLabel("Title").fill("Wake the printer");
  await page.getByLabel("Step 1: what to do").fill("Press the green button.");
  await choosePhoto(page, await photoBytes());
  await button(page, "Use this picture").click();
  await button(page, "Mark the picture of step 1").waitFor();
  await button(page, "Save").click();
  await expectToast(page, "The guide is saved.");
  const [guide] = await anna.client.call(listGuides);
  expect(guide).toMatchObject({ title: "Wake the printer", steps: [{ picture: {} }] });
});
