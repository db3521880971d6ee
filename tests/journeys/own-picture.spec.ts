// A picture of each person: chosen, cropped on the device, and seen by the family.
import type { Locator } from "playwright-core";
import { expect, it } from "vitest";
import { getFamily } from "#contract/families.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { photoBytes } from "#tests/support/photos.ts";
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

  await heading(annasPage, "My picture").click();
  await button(annasPage, "Choose or take a picture").waitFor();
  await choosePhoto(annasPage, await photoBytes({ width: 800, height: 400 }));
  await expectFocus(annasPage.getByRole("img", { name: "Your picture as others will see it" }));
  // The left half is red, and the right half is blue.
  await annasPage.getByLabel("Left or right").focus();
  await annasPage.keyboard.press("End");
  await button(annasPage, "Save my picture").click();
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
