// Things around the house: entered by Anna, opened by Rose from their stickers, looked up beside a request.
// @module-tag extended
import { expect, it } from "vitest";
import { addThing, listThings } from "#contract/help/things.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { photoBytes, sendThing } from "#tests/support/photos.ts";
import { matrixOf, readQrCode } from "#tests/support/qr-code.ts";
import { tvGuide } from "#tests/support/screens/guides.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { button, choosePhoto, expectToast, heading, link } from "#tests/support/steps.ts";
import { dist, useWindows } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useWindows();

it("Anna adds the TV with a picture, a password is refused with her words kept, and the sticker fits on a sheet", async () => {
  const { anna } = await reyesFamily(server());
  await tvGuide(anna);
  const page = await visitOf(server(), windows).open("/admin/help", anna);
  await link(page, "See the things around the house").click();
  await button(page, "Add a thing").click();
  await page.getByLabel("Name").fill("Rose's TV");
  await page.getByLabel("Notes").fill("Input HDMI 2. Wi-Fi password: sunshine");
  await button(page, "Save").click();
  await page.getByText("Please leave the password, PIN or code out.").first().waitFor();
  expect(await page.getByLabel("Name").inputValue()).toBe("Rose's TV");
  expect(await page.getByLabel("Notes").inputValue()).toBe("Input HDMI 2. Wi-Fi password: sunshine");
  await page.getByLabel("Notes").fill("Input HDMI 2. The Wi-Fi password is on the router.");
  await page.getByLabel("Get the TV picture back").check();
  await button(page, "Save").click();
  await expectToast(page, "Rose's TV is saved");
  await page.getByText("Guides: Get the TV picture back").waitFor();

  await button(page, "Add a picture of Rose's TV").waitFor();
  const large = await photoBytes({ width: 3_000, height: 1_500, isNoisy: true });
  await choosePhoto(page, large);
  await expectToast(page, "The picture of Rose's TV is saved");
  await page.getByRole("img", { name: "Rose's TV" }).waitFor();
  const [thing] = await anna.client.call(listThings);
  expect(thing).toMatchObject({ name: "Rose's TV", picture: { width: 1_600, height: 800 } });

  await link(page, "Print a sticker for Rose's TV").click();
  await heading(page, "Print stickers").waitFor();
  const code = await matrixOf(page, /opens Rose.s TV/);
  expect(readQrCode(code)).toBe(`${server().url}/things/${thing?.id}`);
  const isBesideItsName = (box: HTMLElement | SVGElement) => {
    const name = document.createRange();
    name.selectNode(box.nextSibling ?? box);
    return name.getBoundingClientRect().left >= box.getBoundingClientRect().right;
  };
  expect(await page.getByRole("checkbox", { name: "Rose's TV" }).evaluate(isBesideItsName)).toBe(true);
  await page.getByLabel("How many of each").selectOption("8");
  for (const format of ["A4", "Letter"]) {
    const printed = (await page.pdf({ format })).toString("latin1");
    expect(printed.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  }
});

it("Rose asks about the thing in two taps from its sticker, and Anna opens it beside the request; nobody else sees it", async () => {
  const { anna, rose } = await reyesFamily(server());
  const { anna: neighbor } = await reyesFamily(server());
  const { id } = await sendThing(anna.client);
  for (const name of ["Hearing aids", "Printer", "Router"])
    await anna.client.call(addThing, { body: { name, notes: "The box is in the hall." } });
  const { open } = visitOf(server(), windows);

  const strange = await open(`/things/${id}`);
  await link(strange, "Sign in with a code").waitFor();
  const others = await open(`/things/${id}`, neighbor);
  await heading(others, "We don't know this sticker").waitFor();
  for (const page of [strange, others]) expect(await page.content()).not.toContain("Rose's TV");

  const rosesPage = await open(`/things/${id}`, rose);
  await heading(rosesPage, "Rose's TV").waitFor();
  await rosesPage.getByText("Living room").waitFor();
  const copied = await open(`/things/${id}).`, rose);
  await heading(copied, "Rose's TV").waitFor();
  await link(rosesPage, "Ask for help with this").click();
  await button(rosesPage, "I need help with this: Rose's TV.").click();
  await expectToast(rosesPage, "Help Request Sent");

  const annasPage = await open("/", anna);
  await annasPage.getByText("“I need help with this: Rose's TV.”").waitFor();
  // The thing that the request mentions comes first.
  await annasPage.getByText("Things around the house: Rose's TV, Hearing aids, Printer …").click();
  await button(annasPage, "Router").click();
  const dialog = annasPage.getByRole("dialog");
  await dialog.getByText("The box is in the hall.").waitFor();
  await dialog.getByRole("button", { name: "OK" }).click();
  await dialog.waitFor({ state: "detached" });
  await button(annasPage, "I'll help").waitFor();
});
