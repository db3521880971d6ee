// Devices that were here before: each page begins with an active service worker, as it does from the second visit on. Engines
// differ in what they keep and in what they let a worker answer, and over https in other ways than over http.
import { describe, expect, it } from "vitest";
import { listHelpRequests } from "#contract/help/requests.ts";
import { countCacheable, countKept } from "#tests/support/device.ts";
import type { Window } from "#tests/support/engines/window.ts";
import { useEngineWindows } from "#tests/support/engines/windows.ts";
import { useFront } from "#tests/support/front.ts";
import { type Person, reyesFamily } from "#tests/support/people.ts";
import {
  askForHelpOnScreen,
  button,
  expectToast,
  heading,
  link,
  waitOutSecondTap,
} from "#tests/support/steps.ts";
import { widths } from "#tests/support/window.ts";

const windows = useEngineWindows();
const notSent = "Saved on this device. Not sent yet.";
const phrase = "My TV isn't working.";

function onSecondVisit(protocol: "http" | "https"): void {
  const front = useFront(protocol);

  const openAs = async (person: Person): Promise<Window> => {
    const { url } = front();
    const page = await windows.open(url, {
      width: widths.tablet,
      hasWorker: true,
      timezoneId: "America/New_York",
      token: person.client.token ?? "",
    });
    await heading(page, "Today's Events").waitFor();
    return page;
  };

  it("a provider signs Anna in, in two taps, and her family is there on the next visit", async () => {
    const { url } = front();
    const anna = await windows.open(url, { hasWorker: true });
    await link(anna, "Get Started").first().click();
    await link(anna, "Sign in with Google").click();
    await heading(anna, "Choose an account").waitFor();
    await button(anna, "Anna Reyes").click();
    await expectToast(anna, "Authentication Successful", "Welcome Anna Reyes!");
    await heading(anna, "Admin Panel").waitFor();
    await anna.waitForURL(`${url}/admin`);
    await anna.goto(url);
    await heading(anna, "Today's Events").waitFor();
  });

  it("Rose asks for help, Anna answers, and each sees it at once", async () => {
    const family = await reyesFamily(front().server);
    const [rose, anna] = [await openAs(family.rose), await openAs(family.anna)];
    await askForHelpOnScreen(rose, "Tech Help", phrase);
    await heading(anna, "Rose needs help").waitFor();
    await button(anna, "I'll help").click();
    await heading(rose, "Anna will help").waitFor();
    await waitOutSecondTap();
    await button(anna, "Done").click();
    await heading(rose, "Does it work now?").waitFor();
  });

  it("without a connection the app opens, shows the day and keeps a request, which is sent afterwards", async () => {
    const family = await reyesFamily(front().server);
    const rose = await openAs(family.rose);
    await expect.poll(() => countKept(rose)).toBe(await countCacheable(front().server.url));
    await front().close();
    await rose.reload();
    await rose.getByText("No events scheduled for today").waitFor();
    await askForHelpOnScreen(rose, "Tech Help", phrase);
    await heading(rose, notSent).waitFor();
    expect(await link(rose, "Call Anna").last().getAttribute("href")).toBe(`tel:${family.anna.phoneNumber}`);

    await front().open();
    await heading(rose, notSent).waitFor({ state: "detached" });
    const asked = await family.anna.client.call(listHelpRequests);
    expect(asked.map(({ phrase }) => phrase)).toEqual([phrase]);
  });
}

describe("with an active service worker, over https", () => onSecondVisit("https"));
describe("with an active service worker, over http", { tags: "extended" }, () => onSecondVisit("http"));
