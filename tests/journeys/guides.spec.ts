// Guides: written once, read one step at a time, sent as an answer, and available without a connection.
// @module-tag extended
import { expect, it } from "vitest";
import { removeMember } from "#contract/families.ts";
import { listGuides } from "#contract/help/guides.ts";
import { addReply } from "#contract/help/replies.ts";
import { askForHelp, listHelpRequests, resolveHelpRequest } from "#contract/help/requests.ts";
import { openOnDevice, waitUntilCached } from "#tests/support/device.ts";
import { hold } from "#tests/support/network-failures.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { photoBytes, sendPicture, sendThing } from "#tests/support/photos.ts";
import { matrixOf, readQrCode } from "#tests/support/qr-code.ts";
import { tvGuide } from "#tests/support/screens/guides.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { button, choosePhoto, expectToast, heading, link, openMore } from "#tests/support/steps.ts";
import { dist, useWindows } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useWindows();

it("Ben writes a guide and marks its picture with keys, and Rose reads it from Help with the keyboard", async () => {
  const { ben, rose } = await reyesFamily(server());
  const { id: thingId } = await sendThing(ben.client);
  const { open } = visitOf(server(), windows);
  const bens = await open("/admin/help", ben);
  await link(bens, "Write a guide").click();
  await bens.getByLabel("Help phrase").selectOption("My printer won't print.");
  await bens.getByLabel("Thing around the house").selectOption("Rose's TV");
  await bens.getByLabel("Step 1: what to do").fill("Press the green button.");
  await choosePhoto(bens, await photoBytes({ width: 1_200, height: 900 }));
  await button(bens, "Use this picture").click();
  await button(bens, "Mark the picture of step 1").click();
  await bens.getByRole("application").focus();
  await bens.keyboard.press("ArrowRight");
  await bens.keyboard.press("Enter");
  await bens.getByText("You placed a circle").waitFor({ state: "attached" });
  await button(bens, "Done").click();
  await button(bens, "Add a step").click();
  await bens.getByLabel("Step 2: what to do").fill("Open the flap.");
  await button(bens, "Move up step 2").click();
  await button(bens, "Save").click();
  await bens.getByText("Please give it a title").first().waitFor();
  await bens.getByLabel("Title").fill("Wake the printer");
  await button(bens, "Save").click();
  await expectToast(bens, "The guide is saved.");
  await link(bens, "Print “Wake the printer”").click();
  await link(bens, "Print a sticker for Rose's TV").waitFor();

  const roses = await open("/help", rose);
  await link(roses, "How to do it yourself").click();
  await link(roses, "Wake the printer").press("Enter");
  await heading(roses, "Step 1 of 2 Open the flap.").waitFor();
  await button(roses, "Next").press("Enter");
  const second = heading(roses, "Step 2 of 2 Press the green button.");
  await expect.poll(() => second.evaluate((title) => title === document.activeElement)).toBe(true);
  await roses.getByRole("img", { name: /^Step 2, with a circle/ }).waitFor();
  await button(roses, "Back").press("Enter");
  await heading(roses, "Step 1 of 2 Open the flap.").waitFor();
  await button(roses, "Next").press("Enter");
  await button(roses, "Next").press("Enter");
  await button(roses, "It works").press("Enter");
  await heading(roses, "Well done!").waitFor();
  await roses.goto(`${server().url}/things/${thingId}`);
  await link(roses, "Wake the printer").waitFor();
});

it("what Ben writes while a step's picture is being saved is still there once it is", {
  tags: "extended",
}, async () => {
  const { ben } = await reyesFamily(server());
  const page = await visitOf(server(), windows).open("/guides/new/edit", ben);
  const letPictureArrive = await hold(page, "**/api/guide-pictures");
  const sentence = (step: number) => page.getByLabel(`Step ${step}: what to do`);
  await sentence(1).waitFor();
  await choosePhoto(page, await photoBytes());
  await button(page, "Use this picture").click();
  await button(page, "Saving...").waitFor();
  await sentence(1).fill("Press the green button.");
  await button(page, "Add a step").click();
  await sentence(2).fill("Open the flap.");
  letPictureArrive();
  await button(page, "Mark the picture of step 1").waitFor();
  expect(await sentence(1).inputValue()).toBe("Press the green button.");
  expect(await sentence(2).inputValue()).toBe("Open the flap.");
});

it("Rose is offered Anna's guide after her request, is sent another one, and closes the request when it works", async () => {
  const { anna, rose } = await reyesFamily(server());
  await tvGuide(anna);
  await rose.client.call(askForHelp, { body: { phraseId: 101 } });
  const { open } = visitOf(server(), windows);
  const [roses, annas] = [await open("/", rose), await open("/", anna)];
  await openMore(roses);
  await annas.getByText("Send a guide").click();
  await button(annas, "When the TV says “No signal”").first().click();
  const log = roses.getByRole("log", { name: "Pictures and messages" });
  await log.getByRole("link", { name: "When the TV says “No signal”" }).waitFor();

  await link(roses, /Anna wrote how: try it\?/).click();
  await heading(roses, /Press the button that is marked here/).waitFor();
  for (const name of ["Next", "Next"]) await button(roses, name).press("Enter");
  await link(roses, "Still not").press("Enter");
  await openMore(roses);
  await link(roses, /Anna wrote how: try it\?/).click();
  for (const name of ["Next", "Next", "It works", "Yes, I'm OK now"])
    await button(roses, name).press("Enter");
  await heading(roses, "Today's Events").waitFor();
  const [request] = await rose.client.call(listHelpRequests);
  expect(request?.state).toBe("RESOLVED");
  await annas.getByText("Rose has been helped").or(annas.getByText("Rose is OK now")).first().waitFor();
});

it("Rose stays where she went while the request of her guide was being closed", {
  tags: "extended",
}, async () => {
  const { anna, rose } = await reyesFamily(server());
  const guideId = await tvGuide(anna);
  await rose.client.call(askForHelp, { body: { phraseId: 101 } });
  const page = await visitOf(server(), windows).open(`/guides/${guideId}`, rose);
  const letArrive = await hold(page, "**/resolution");
  for (const name of ["Next", "Next", "It works", "Yes, I'm OK now"]) await button(page, name).press("Enter");
  await link(page, "All guides").click();
  const otherGuide = link(page, "Turn up the volume");
  await otherGuide.waitFor();
  const answered = page.waitForResponse("**/resolution");
  letArrive();
  await (await answered).finished();
  await link(page, "Home").first().click();
  await button(page, "Undo").waitFor();
  await page.goBack();
  await otherGuide.waitFor();
});

it("a guide that Rose has opened once is available without a connection, with its picture, and gone after she signs out", async () => {
  const { anna, rose } = await reyesFamily(server());
  const guideId = await tvGuide(anna);
  const page = await openOnDevice(windows, server().url, rose);
  await waitUntilCached(page);
  await page.goto(`${server().url}/guides/${guideId}`);
  const picture = page.getByRole("img", { name: /^Step 1, with a circle/ });
  await picture.waitFor();
  const kept = () => page.evaluate(async () => (await (await caches.open("porchlight-files")).keys()).length);
  await expect.poll(kept).toBe(1);
  await page.context().setOffline(true);
  await page.reload();
  await picture.waitFor();
  const width = () =>
    picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0));
  await expect.poll(width).toBe(640);
  await button(page, "Next").click();
  await page.getByRole("img", { name: "A clock" }).waitFor();
  await page.context().setOffline(false);
  await page.evaluate(() => {
    localStorage.removeItem("token");
    location.assign("/");
  });
  await link(page, "Get Started").first().waitFor();
  await expect.poll(kept).toBe(0);
});

it("somebody who was removed sees none of the pictures that their device had kept", async () => {
  const { anna, rose } = await reyesFamily(server());
  const guideId = await tvGuide(anna);
  const page = await openOnDevice(windows, server().url, rose);
  await waitUntilCached(page);
  await page.goto(`${server().url}/guides/${guideId}`);
  const picture = page.getByRole("img", { name: /^Step 1, with a circle/ });
  const address = await picture.evaluate((image) => (image instanceof HTMLImageElement ? image.src : ""));
  const kept = () => page.evaluate(async () => (await (await caches.open("porchlight-files")).keys()).length);
  await expect.poll(kept).toBe(1);
  // This page runs no part of the app, which would delete the picture.
  await page.goto(`${server().url}/healthz`);
  await anna.client.call(removeMember, { params: { id: rose.id } });
  const shown = () => page.evaluate(async (path) => (await fetch(path)).status, address);
  expect(await shown()).toBe(404);
});

it("a solved thread becomes a guide in two taps, and its sheet has a code that leads to it", async () => {
  const { anna, rose } = await reyesFamily(server());
  const { id } = await rose.client.call(askForHelp, { body: { phraseId: 101 } });
  const pictureId = await sendPicture(rose.client, id);
  const marks = [{ kind: "circle", x: 0.5, y: 0.5, radius: 0.1 }];
  const body = { words: "Press this one.", pictureId, marks };
  const params = { id };
  await anna.client.call(addReply, { params, headers: { "idempotency-key": "a" }, body });
  await anna.client.call(resolveHelpRequest, { params });
  const { open } = visitOf(server(), windows);
  const page = await open("/", anna);
  const gapAbove = (element: Element) => {
    const thread = document.querySelector("[role=log]")?.getBoundingClientRect();
    return element.getBoundingClientRect().top - (thread?.bottom ?? 0);
  };
  expect(await button(page, "Make a guide from this").evaluate(gapAbove)).toBeGreaterThan(10);
  await button(page, "Make a guide from this").click();
  await expect.poll(() => page.getByLabel("Title").inputValue()).toBe("My TV isn't working");
  await button(page, "Save").click();
  await expectToast(page, "The guide is saved.");
  const [guide] = await anna.client.call(listGuides);
  expect(guide).toMatchObject({ phrase: { id: 101 }, steps: [{ sentence: "Press this one.", marks }] });
  await link(page, "Print “My TV isn't working”").click();
  await heading(page, "My TV isn't working").waitFor();
  const code = readQrCode(await matrixOf(page, /^QR code of this guide/));
  expect(code).toBe(`${server().url}/guides/${guide?.id}`);
  await link(page, "All guides").click();
  await link(page, "Edit a copy of “Turn up the volume”").click();
  await page.getByLabel("Title").fill("Make Rose's phone louder");
  await button(page, "Save").click();
  await link(page, "Make Rose's phone louder").first().waitFor();
  expect(await link(page, "Turn up the volume").count()).toBe(0);
});
