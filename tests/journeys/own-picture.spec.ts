// A picture of each person: chosen, cropped on the device, and seen by the family.
// @module-tag extended
import type { Locator } from "playwright-core";
import { expect, it } from "vitest";
import { getFamily } from "#contract/families.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { photoBytes, sendFace } from "#tests/support/photos.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { button, choosePhoto, heading, isFocused } from "#tests/support/steps.ts";
import { dist, useWindows } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useWindows();

/** The focus moves on when the control that had it is gone. */
const expectFocus = (place: Locator) => expect.poll(() => isFocused(place)).toBe(true);

it("Anna chooses a photo and moves it by keys, Rose's home shows it at once, and an initial when it is removed", async () => {
  const { anna, rose } = await reyesFamily(server());
  const { open } = visitOf(server(), windows);
  const [annasPage, rosesPage] = [await open("/account", anna), await open("/", rose)];
  const face = rosesPage.locator("li", { hasText: "Call Anna" }).locator("img");
  await rosesPage.getByText("Call Anna").waitFor();
  expect(await face.count()).toBe(0);

  await heading(annasPage, /^My picture/).click();
  await button(annasPage, "Choose or take a picture").waitFor();
  await choosePhoto(annasPage, await photoBytes({ width: 800, height: 400 }));
  await expectFocus(annasPage.getByRole("img", { name: "Your picture as others will see it" }));
  // Nothing has to be moved.
  expect(await annasPage.getByLabel("Left or right").count()).toBe(0);
  await button(annasPage, "Move or enlarge").click();
  // The left half is red, and the right half is blue.
  await annasPage.getByLabel("Left or right").focus();
  await annasPage.keyboard.press("End");
  await button(annasPage, "Looks good").click();
  await annasPage.getByText("Your picture is saved.").waitFor();
  await expectFocus(button(annasPage, "Choose another picture"));
  await face.waitFor();
  const color = await face.evaluate(async (image) => {
    if (!(image instanceof HTMLImageElement)) throw new Error("This is no image.");
    await image.decode();
    const context = document.createElement("canvas").getContext("2d");
    context?.drawImage(image, 0, 0);
    return [...(context?.getImageData(150, 100, 1, 1).data ?? [])];
  });
  expect(color[2]).toBeGreaterThan(200);
  expect(color[0]).toBeLessThan(60);

  await button(annasPage, "Remove my picture").click();
  await annasPage.getByText("Your picture is gone.").waitFor();
  await expectFocus(button(annasPage, "Choose or take a picture"));
  await face.waitFor({ state: "detached" });
  const { members } = await rose.client.call(getFamily);
  expect(members.map(({ picture }) => picture)).toEqual([null, null, null]);
});

it("Anna sets Rose's picture with two taps after the photo, without moving anything, and Rose removes it", async () => {
  const { anna, rose } = await reyesFamily(server());
  const { open } = visitOf(server(), windows);
  const [panel, home] = [await open("/admin/family", anna), await open("/", anna)];
  await panel.getByRole("button", { name: "Add picture of Rose" }).click();
  const dialog = panel.getByRole("dialog", { name: "Picture of Rose" });
  await dialog.getByText("The family sees an initial until Rose has a picture.").waitFor();
  await choosePhoto(panel, await photoBytes({ width: 800, height: 400 }));
  await button(panel, "Looks good").click();
  await dialog.getByText("Rose's picture is saved.").waitFor();
  await button(panel, "Done").click();
  await expectFocus(panel.getByRole("button", { name: "Change picture of Rose" }));

  const face = home.locator("li", { hasText: "Call Rose" }).locator("span[aria-hidden]").first();
  await face.locator("img").waitFor();
  const { width, height } = (await face.boundingBox()) ?? {};
  expect([width, height]).toEqual([96, 96]);

  const rosesPage = await open("/account", rose);
  await heading(rosesPage, /^My picture/).click();
  await button(rosesPage, "Remove my picture").click();
  await rosesPage.getByText("Your picture is gone.").waitFor();
  await face.locator("img").waitFor({ state: "detached" });
  expect(await face.innerText()).toBe("R");
});

it("shows the initial where a picture cannot be loaded", async () => {
  const { anna, rose } = await reyesFamily(server());
  await sendFace(anna.client);
  const { members } = await rose.client.call(getFamily);
  const picture = members.find(({ id }) => id === anna.id)?.picture ?? "";
  expect(picture).not.toBe("");
  const page = await visitOf(server(), windows).open("/account", rose);
  await page.route(`**${picture}`, (route) => route.abort());
  await page.getByRole("link", { name: "Home" }).first().click();
  const face = page.locator("li", { hasText: "Call Anna" }).locator("span[aria-hidden]").first();
  await expect.poll(() => face.innerText()).toBe("A");
  expect(await face.locator("img").count()).toBe(0);
});
