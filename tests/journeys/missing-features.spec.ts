// What a browser cannot do is not offered. Each test removes the feature before the page starts.
// @module-tag extended
import { beforeEach, expect, it } from "vitest";
import { acknowledgeHelpRequest, askForHelp } from "#contract/help/requests.ts";
import { startVideoCall } from "#contract/help/video-calls.ts";
import { shownHello } from "#tests/support/hellos.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { turns84 } from "#tests/support/screens/birthdays.ts";
import { settled, type Visit, visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { button, heading, link, openMore, openUnderMore, phoneField } from "#tests/support/steps.ts";
import { android, iPhone } from "#tests/support/touch-devices.ts";
import { dist, useWindows } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useWindows();

let family: Awaited<ReturnType<typeof reyesFamily>>;
beforeEach(async () => {
  family = await reyesFamily(server());
});

/** Opens a page, and again without these globals of the browser. */
async function openWithout(features: readonly string[], ...given: Parameters<Visit["open"]>) {
  const page = await visitOf(server(), windows).open(...given);
  await page.addInitScript((names) => {
    for (const name of names) Reflect.deleteProperty(window, name);
  }, features);
  await page.reload();
  return settled(page);
}

async function takenRequest(): Promise<{ params: { id: number } }> {
  const { id } = await family.rose.client.call(askForHelp, { body: { phraseId: 101 } });
  await family.anna.client.call(acknowledgeHelpRequest, { params: { id } });
  return { params: { id } };
}

it("without video calls, Rose is not offered to show anything, and its address says what to do instead", async () => {
  const { params } = await takenRequest();
  const page = await openWithout(["RTCPeerConnection"], "/", family.rose);
  await button(page, "I'm OK now").waitFor();
  await link(page, "Call Anna").first().waitFor();
  await openMore(page);
  expect(await link(page, "Show Anna with the camera").count()).toBe(0);
  await page.goto(`${server().url}/video-call/${params.id}`);
  await page.getByText("This browser can't make video calls. You can send a picture, or call.").waitFor();
  expect(await button(page, "Start the camera").count()).toBe(0);
});

it("without video calls, Anna is promised none, and reads that Rose is showing something", async () => {
  const call = await takenRequest();
  const page = await openWithout(["RTCPeerConnection"], "/", family.anna);
  await page.getByText("You will help").waitFor();
  expect(await page.getByText("can show you something with a camera").count()).toBe(0);
  await family.rose.client.call(startVideoCall, { ...call, body: { source: "camera", offer: "v=0\r\n" } });
  await page.getByText("Rose is showing something. This browser can't show it. Please call.").waitFor();
  expect(await link(page, "See what Rose shows you").count()).toBe(0);
});

it("without a recorder, Anna is not offered to record her voice: not for a request, a hello or a birthday", async () => {
  await takenRequest();
  await shownHello(family.ben.client);
  await turns84(server(), family.anna, family.rose, 0);
  const page = await openWithout(["MediaRecorder"], "/", family.anna);
  await page.getByText("Write a message").waitFor();
  await button(page, "Photo").waitFor();
  await button(page, "Love it").waitFor();
  await page.getByText("This browser can't record a greeting. Please call.").waitFor();
  expect(await button(page, /voice|record/i).count()).toBe(0);
});

it("without passkeys, “Me” and signing in don't mention them", async () => {
  const page = await openWithout(["PublicKeyCredential"], "/account", family.anna);
  await openUnderMore(page, "My password");
  expect(await page.getByText(/passkey/i).count()).toBe(0);
  const stranger = await openWithout(["PublicKeyCredential"], "/?signup");
  await phoneField(stranger).waitFor();
  expect(await stranger.getByText(/passkey/i).count()).toBe(0);
});

it("without push messages, “Me” promises neither them nor texts, and names the list that is true", async () => {
  const page = await openWithout(["PushManager"], "/account", family.anna);
  await page.getByText("This browser can't show messages.").waitFor();
  await heading(page, "How messages reach me").waitFor();
  expect(await button(page, "Turn on messages here").count()).toBe(0);
  expect(await page.getByText("You still get texts").count()).toBe(0);
});

it("an iPhone that is too old for messages is not told that installing brings them", async () => {
  const userAgent = (iPhone.userAgent ?? "").replace("18_6", "15_8").replace("Version/26.0", "Version/15.6");
  const page = await openWithout(["PushManager"], "/account", family.anna, { ...iPhone, userAgent });
  await page.getByText("This browser can't show messages.").waitFor();
  expect(await page.getByText("Only an app on the home screen gets messages here").count()).toBe(0);
});

it("a computer, which cannot dial, shows the number beside “Call Anna”, and a phone needs none", async () => {
  const computer = await visitOf(server(), windows).open("/call", family.rose);
  await link(computer, /^Call Anna .*\d{3}.*\d{4}$/).waitFor();
  const phone = await visitOf(server(), windows).open("/call", family.rose, android);
  await link(phone, /^Call Anna$/).waitFor();
});
