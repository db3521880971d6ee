// How many taps and characters the common tasks take, with the keyboard closed between them. First-path.spec.ts counts those of signing up.
import type { Page } from "playwright-core";
import { beforeEach, expect, it } from "vitest";
import { acknowledgeHelpRequest, askForHelp } from "#contract/help/requests.ts";
import { createInvitation } from "#contract/invitations.ts";
import { Effort } from "#tests/support/effort.ts";
import { chooseLight, moveToMorning } from "#tests/support/lights.ts";
import { emailedCodeFor, join, type Person, reyesFamily } from "#tests/support/people.ts";
import { photoBytes } from "#tests/support/photos.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { button, expectToast, heading, link } from "#tests/support/steps.ts";
import { dist, useWindows, widths } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useWindows();
const open = (path: string, person?: Person): Promise<Page> =>
  visitOf(server(), windows, { width: widths.phone }).open(path, person);

let family: Awaited<ReturnType<typeof reyesFamily>>;
beforeEach(async () => {
  family = await reyesFamily(server());
});

const ask = () => family.rose.client.call(askForHelp, { body: { phraseId: 101 } });

it("Anna invites her mother in five taps", async () => {
  const page = await open("/", family.anna);
  const effort = new Effort(page);
  await effort.tap(link(page, "Admin Dashboard"));
  await effort.tap(link(page, "Co-Admins"));
  await effort.tap(page.getByLabel(/Grandparent:/));
  await effort.tap(page.getByLabel("Person's Name"));
  await effort.type("Grace", "Person's Name");
  await page.keyboard.press("Tab");
  await effort.type("grace@example.com", "Email");
  await effort.tap(button(page, "Generate Invite Link"));
  await heading(page, "Invitation Created!").waitFor();
  expect(effort.taps).toBeLessThanOrEqual(5);
});

it("Carl joins by e-mail in three taps, without typing the address that the invitation was mailed to", async () => {
  const carl = { name: "Carl", email: "carl@example.com", role: "child", familyId: family.anna.familyId };
  const { inviteCode } = await family.anna.client.call(createInvitation, { body: carl });
  const page = await open(`/invite?code=${inviteCode}`);
  const effort = new Effort(page);
  await effort.tap(button(page, "Use my e-mail instead"));
  await page.getByText("Is your e-mail address c...@example.com?").waitFor();
  await effort.tap(button(page, "Yes, e-mail me a code"));
  await heading(page, "What is the code we sent you?").waitFor();
  await effort.type(emailedCodeFor(server(), carl.email), "Verification code");
  await page.keyboard.press("Enter");
  await heading(page, "Who are you?").waitFor();
  await effort.tap(button(page, "Create my account"));
  await heading(page, /^Good (morning|afternoon|evening), Carl/).waitFor();
  expect(effort).toMatchObject({ taps: 3, characters: 6 });
});

it("Rose asks for help in three taps, and types nothing", async () => {
  const page = await open("/", family.rose);
  const effort = new Effort(page);
  await effort.tap(link(page, "I Need Help"));
  await effort.tap(link(page, "Tech Help"));
  await effort.tap(button(page, "My TV isn't working."));
  await expectToast(page, "Help Request Sent");
  expect(effort).toMatchObject({ taps: 3, characters: 0 });
});

it("Anna answers with one tap, and says with one that it is solved", async () => {
  await ask();
  const page = await open("/", family.anna);
  const answering = new Effort(page);
  await answering.tap(button(page, "I'll help"));
  await button(page, "Done").waitFor();
  expect(answering.taps).toBe(1);
  const solving = new Effort(page);
  await solving.tap(button(page, "Done"));
  await button(page, "Done").waitFor({ state: "detached" });
  expect(solving.taps).toBe(1);
});

it("Anna adds an event in four taps, with the focus where typing begins", async () => {
  const page = await open("/", family.anna);
  const effort = new Effort(page);
  await effort.tap(link(page, "Admin Dashboard"));
  await effort.tap(link(page, /^Events$/));
  await effort.tap(link(page, "Add event"));
  await effort.type("Dentist tue 3pm at Mill Street", "Add an event in one line");
  await page.keyboard.press("Enter");
  await effort.tap(button(page, "Save event").first());
  await expectToast(page, "Event created");
  expect(effort.taps).toBeLessThanOrEqual(4);
});

it("Rose calls Anna with one tap on home, also while she waits for help", async () => {
  const page = await open("/", family.rose);
  const call = () =>
    link(page, /^Call Anna/)
      .first()
      .getAttribute("href");
  expect(await call()).toBe(`tel:${family.anna.phoneNumber}`);
  const { id } = await ask();
  await family.anna.client.call(acknowledgeHelpRequest, { params: { id } });
  await heading(page, "Anna will help").waitFor();
  expect(await call()).toBe(`tel:${family.anna.phoneNumber}`);
});

it("Anna prints the week in two taps", async () => {
  const page = await open("/", family.anna);
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute("data-printed", "");
  });
  const effort = new Effort(page);
  await effort.tap(link(page, "See the week"));
  await effort.tap(button(page, "Print for the fridge"));
  await page.locator("html[data-printed]").waitFor();
  expect(effort).toMatchObject({ taps: 2, characters: 0 });
});

it("Maya's picture takes three taps, Rose's heart one, her voice two, her light one and the wave one, and nobody types", async () => {
  const { anna, rose } = family;
  const maya = await join(server(), anna, "child", "Maya");
  await moveToMorning(server(), rose);
  await chooseLight({ rose, ben: maya });
  const { open } = visitOf(server(), windows, { width: widths.tablet, permissions: ["microphone"] });
  const [tablet, phone] = [await open("/", rose), await open("/", maya)];

  const picture = new Effort(phone);
  const asked = phone.waitForEvent("filechooser");
  await picture.tap(button(phone, "Photo"));
  // The second tap is on the photo, in the device's own dialog.
  const buffer = await photoBytes({ width: 1_200, height: 900 });
  await (await asked).setFiles({ name: "garden.jpg", mimeType: "image/jpeg", buffer });
  picture.taps += 1;
  await picture.tap(button(phone, "Send"));
  await tablet.getByRole("img", { name: /From Maya/ }).waitFor();
  expect(picture).toMatchObject({ taps: 3, characters: 0 });

  const heart = new Effort(tablet);
  await heart.tap(button(tablet, "Love it"));
  await phone.getByText("Rose loved your picture").waitFor();
  expect(heart).toMatchObject({ taps: 1, characters: 0 });

  const voice = new Effort(tablet);
  await voice.tap(button(tablet, "Answer with my voice"));
  await tablet
    .getByRole("timer")
    .getByText(/0:0[1-9] of 1:00/)
    .waitFor();
  await voice.tap(button(tablet, "Send"));
  await button(phone, /^Listen: Voice message from Rose/).waitFor();
  expect(voice).toMatchObject({ taps: 2, characters: 0 });

  const light = new Effort(tablet);
  await light.tap(button(tablet, "Turn on my light"));
  await phone.getByText(/^Rose's light is on/).waitFor();
  expect(light).toMatchObject({ taps: 1, characters: 0 });

  const wave = new Effort(phone);
  await wave.tap(button(phone, "Wave to Rose"));
  await tablet.getByText("Maya waved.").waitFor();
  expect(wave).toMatchObject({ taps: 1, characters: 0 });
});
