// Every message in the specification's catalogue, verbatim, on the screen where people meet it.
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { minuteMs } from "#contract/durations.ts";
import {
  badGateway,
  endFailures,
  hold,
  type NetworkFailure,
  unreachable,
} from "#tests/support/network-failures.ts";
import { codeFor, invite, newPhoneNumber, reyesFamily, signUp } from "#tests/support/people.ts";
import { type Visit, visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import {
  askForHelpOnScreen,
  button,
  expectFailureToast,
  expectToast,
  heading,
  link,
  phoneField,
  provePhoneOnScreen,
} from "#tests/support/steps.ts";
import { dist, useWindows, type WindowOptions } from "#tests/support/window.ts";

const server = useServer({ dist, limits: { registrationsPerIp: 1000 } });
const windows = useWindows();
const open = (path: string) => windows.open(server().url + path);
const openAs: Visit["open"] = (path, person) => visitOf(server(), windows).open(path, person);

const phoneStep = () => open("/?signup");

async function askForCode(page: Page): Promise<string> {
  const phoneNumber = newPhoneNumber();
  await phoneField(page).fill(phoneNumber);
  await button(page, "Text me a code").click();
  return phoneNumber;
}

async function codeStep(): Promise<Page> {
  const page = await phoneStep();
  await askForCode(page);
  await heading(page, "What is the code we sent you?").waitFor();
  return page;
}

async function checkCode(page: Page, code = "000000"): Promise<void> {
  const field = page.getByLabel("Verification code");
  await field.clear();
  await field.pressSequentially(code);
  await button(page, "Check my code").click();
}

async function profileStep(): Promise<Page> {
  const page = await phoneStep();
  await provePhoneOnScreen(server(), page);
  await page.getByLabel("Your name").fill("Anna Reyes");
  await page.getByLabel(/Adult child/).check();
  return page;
}
const complete = (page: Page) => button(page, "Create my account").click();

async function invited(device?: WindowOptions): Promise<Page> {
  const inviteCode = await invite(await signUp(server()), "grandparent");
  const page = await windows.open(`${server().url}/invite?code=${inviteCode}`, device);
  await heading(page, "You've Been Invited!").waitFor();
  return page;
}
async function decline(page: Page) {
  await button(page, "Decline").click();
  await button(page, "Yes, decline").click();
}

async function panel(): Promise<Page> {
  const anna = await signUp(server());
  await invite(anna, "grandparent", "Rose");
  const page = await openAs("/admin/co-admins", anna);
  await button(page, "Cancel Rose").waitFor();
  return page;
}
const cancelRose = (page: Page) => button(page, "Cancel Rose").click();
async function inviteBen(page: Page): Promise<void> {
  await page.getByLabel("Person's Name").fill("Ben");
  await page.getByLabel("Email").fill("ben@example.com");
  await page.getByLabel(/Co-Administrator:/).check();
  await button(page, "Generate Invite Link").click();
}

async function login(page: Page): Promise<void> {
  await page.getByLabel("Username").fill("Nobody at all");
  await page.getByLabel("Password").fill("porch lamp 42");
  await button(page, "Login").click();
}

const hasTyped = (label: string, value: RegExp) => async (page: Page) =>
  expect(await page.getByLabel(label, { exact: true }).inputValue()).toMatch(value);
const hasHeading = (words: string) => (page: Page) => heading(page, words).waitFor();

interface Failure {
  /** The situation's name in the specification. */
  situation: string;
  at: () => Promise<Page>;
  /** The failure of the network. If there is none, the server itself refuses. */
  trouble?: [path: string, how: NetworkFailure];
  act: (page: Page) => Promise<unknown>;
  title: string;
  text: string;
  /** Checks that the person stays on the page and nothing typed is lost. */
  stays: (page: Page) => Promise<unknown>;
}

const phoneStays = hasTyped("Phone number", /\d{10}/);
const codeStays = hasTyped("Verification code", /^000000$/);
const profileStays = hasTyped("Your name", /^Anna Reyes$/);
const invitationStays = hasHeading("You've Been Invited!");

const fromServer = "Not today. Please ask again tomorrow.";
/** The server refuses with a message of its own. */
const withMessage: NetworkFailure = (route) =>
  route.fulfill({ status: 409, json: { message: fromServer, code: "conflict" } });

const codeWasWrong = "That code isn't right. Please check it and try again.";
const tryAgain = "Please try again.";
const requestPath = "**/api/auth/request-verification";
const verifyPath = "**/api/auth/verify-code";
const registerPath = "**/api/auth/register";
const invitationsPath = "**/api/invitations";
const failures: Failure[] = [
  {
    situation: "Send code fails, without a message from the server",
    at: phoneStep,
    trouble: [requestPath, badGateway],
    act: askForCode,
    title: "Failed to send verification code",
    text: tryAgain,
    stays: phoneStays,
  },
  {
    situation: "Send code network failure",
    at: phoneStep,
    trouble: [requestPath, unreachable],
    act: askForCode,
    title: "Error",
    text: "Failed to send verification code. Please try again.",
    stays: phoneStays,
  },
  {
    situation: "Verify code fails, with the server's message",
    at: codeStep,
    act: checkCode,
    title: "Verification failed",
    text: codeWasWrong,
    stays: codeStays,
  },
  {
    situation: "Verify code fails, without a message from the server",
    at: codeStep,
    trouble: [verifyPath, badGateway],
    act: checkCode,
    title: "Verification failed",
    text: "Please try again with the correct code.",
    stays: codeStays,
  },
  {
    situation: "Verify code network failure",
    at: codeStep,
    trouble: [verifyPath, unreachable],
    act: checkCode,
    title: "Error",
    text: "Failed to verify code. Please try again.",
    stays: codeStays,
  },
  {
    situation: "Register fails",
    at: profileStep,
    trouble: [registerPath, badGateway],
    act: complete,
    title: "Registration failed",
    text: "Failed to create your account.",
    stays: profileStays,
  },
  {
    situation: "Profile completion fails",
    at: profileStep,
    trouble: [registerPath, unreachable],
    act: complete,
    title: "Error",
    text: "Failed to complete your profile. Please try again.",
    stays: profileStays,
  },
  {
    situation: "Admin login fails",
    at: () => open("/admin-login"),
    act: login,
    title: "Login failed",
    text: "Invalid credentials",
    stays: hasTyped("Username", /^Nobody at all$/),
  },
  {
    situation: "Decline fails",
    at: invited,
    trouble: ["**/api/invitations/decline", badGateway],
    act: decline,
    title: "Failed to decline invitation",
    text: tryAgain,
    stays: invitationStays,
  },
  {
    situation: "Decline network failure",
    at: invited,
    trouble: ["**/api/invitations/decline", unreachable],
    act: decline,
    title: "Error",
    text: "Failed to decline the invitation. Please try again.",
    stays: invitationStays,
  },
  {
    situation: "Create invitation fails",
    at: panel,
    trouble: [invitationsPath, badGateway],
    act: inviteBen,
    title: "Failed to send invitation",
    text: "Failed to create invitation",
    stays: hasTyped("Email", /^ben@example.com$/),
  },
  {
    situation: "Delete invitation fails",
    at: panel,
    trouble: ["**/api/invitations/*", badGateway],
    act: cancelRose,
    title: "Failed to delete invitation",
    text: tryAgain,
    stays: (page) => button(page, "Cancel Rose").waitFor(),
  },
  {
    situation: "List invitations fails",
    at: panel,
    trouble: ["**/api/invitations/family/*", badGateway],
    act: (page) => page.reload(),
    title: "Failed to fetch invitations",
    text: tryAgain,
    stays: (page) => page.getByText("Failed to load invitations").waitFor(),
  },
];

describe("messages about failures", () => {
  it.each(failures)("$situation: $title", async ({ at, trouble, act, title, text, stays }) => {
    const page = await at();
    if (trouble) await page.route(...trouble);
    await act(page);
    await expectFailureToast(page, title, text);
    await stays(page);
    if (trouble?.[1] !== badGateway) return;
    await endFailures(page);
    await page.route(trouble[0], withMessage);
    await act(page);
    await expectFailureToast(page, title, fromServer);
    await stays(page);
  });

  it("when an invitation cannot be accepted, the signup is completed anyway", async () => {
    const page = await invited({ hasOwnClock: true });
    await page.route("**/api/invitations/accept", badGateway);
    await provePhoneOnScreen(server(), page);
    await page.getByLabel("Grandparent names").fill("Rose & Walter");
    const registered = page.waitForResponse(registerPath);
    const accepting = page.waitForRequest("**/api/invitations/accept");
    await page.clock.pauseAt(Date.now() + minuteMs);
    // The server has no role for somebody without a family, and its next answer says so.
    const answerStatus = await hold(page, "**/api/auth/status");
    await complete(page);
    const { token } = await (await registered).json();
    expect((await accepting).headers().authorization).toBe(`Bearer ${token}`);
    await expectFailureToast(page, "Invitation acceptance failed", "Failed to accept the invitation.");
    await heading(page, "Welcome to Porchlight, Rose!").waitFor();
    const kept = await page.evaluate(() => ({ ...localStorage }));
    expect(kept).toMatchObject({ token, userRole: "grandparent", grandparentNames: "Rose & Walter" });
    answerStatus();
    await page.clock.runFor(1_400);
    await heading(page, "Welcome to Porchlight, Rose!").waitFor();
    await page.clock.runFor(200);
    await page.waitForURL(`${server().url}/`);
    await page.clock.resume();
    await expectToast(page, "Signup complete", "Welcome to Porchlight, Rose!");
  });

  it.each([
    ["Failed to verify invitation", badGateway],
    ["An error occurred while verifying the invitation", unreachable],
  ] as const)("checking an invitation: %s", async (words, how) => {
    const page = await open("/invite");
    await page.route("**/api/invitations/verify*", how);
    await page.goto(`${server().url}/invite?code=any`);
    await heading(page, "Invitation Error").waitFor();
    await page.getByText(words, { exact: true }).waitFor();
    await link(page, "Return to Home").waitFor();
  });

  it("an unusable answer shows “Invalid Invitation”", async () => {
    const page = await open("/invite");
    await page.route("**/api/invitations/verify*", (route) => route.fulfill({ json: { name: "Rose" } }));
    await page.goto(`${server().url}/invite?code=any`);
    await heading(page, "Invalid Invitation").waitFor();
  });
});

/** The milliseconds from the outcome of a request to home, measured where both happen. */
const measureStay = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sentAt: number | undefined;
        const look = () => {
          if (document.querySelector("main li [role=status]")) sentAt ??= performance.now();
          if (sentAt !== undefined && location.pathname === "/") resolve(performance.now() - sentAt);
        };
        new MutationObserver(look).observe(document, { childList: true, subtree: true });
      }),
  );

describe("messages about success", () => {
  it("from the first code to the finished signup", async () => {
    const page = await phoneStep();
    const phoneNumber = await askForCode(page);
    await expectToast(page, "Verification code sent", "Please check your phone for the verification code.");
    await checkCode(page, codeFor(server(), phoneNumber));
    await expectToast(page, "Phone verified", "Please complete your profile information.");
    await page.getByLabel("Your name").fill("Anna Reyes");
    await page.getByLabel(/Adult child/).check();
    await complete(page);
    await expectToast(page, "Signup complete", "Welcome to Porchlight, Anna Reyes!");
  });

  it("Invitation accepted and then Signup complete, when signing up with an invitation", async () => {
    const page = await invited();
    const phoneNumber = await askForCode(page);
    await expectToast(page, "Verification code sent");
    await checkCode(page, codeFor(server(), phoneNumber));
    await page.getByLabel("Your name").fill("Carla Reyes");
    const accepted = page.waitForResponse("**/api/invitations/accept");
    await complete(page);
    await expectToast(page, "Invitation accepted", "You've successfully joined the family.");
    await expectToast(page, "Signup complete", "Welcome to Porchlight, Carla Reyes!");
    const { token, role } = await (await accepted).json();
    const kept = await page.evaluate(() => ({ ...localStorage }));
    // Nobody changed the names that the form starts with.
    expect(kept).toMatchObject({ token, userRole: role, grandparentNames: "Carla" });
  });

  it("Invitation created, Link copied, Invitation deleted", async () => {
    const page = await panel();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await inviteBen(page);
    await expectToast(page, "Invitation created", "Co-administrator link created successfully");
    await button(page, "Copy Link").click();
    await expectToast(page, "Link copied");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/invite\?code=[\w-]{22}$/);
    await cancelRose(page);
    await expectToast(page, "Invitation deleted");
  });

  it("Invitation accepted, for somebody who is signed in", async () => {
    const inviteCode = await invite(await signUp(server()), "child");
    const page = await openAs(`/invite?code=${inviteCode}`, await signUp(server(), { name: "Ben" }));
    await button(page, "Join").click();
    await expectToast(page, "Invitation accepted", "You've successfully joined the family.");
  });

  it("Invitation declined, and home", async () => {
    const page = await invited();
    await decline(page);
    await expectToast(page, "Invitation declined");
    await link(page, "Get Started").first().waitFor();
  });

  it("Help Request Sent, and home after two seconds", async () => {
    const page = await openAs("/", (await reyesFamily(server())).rose);
    const stayed = measureStay(page);
    await askForHelpOnScreen(page, "Tech Help", "My TV isn't working.");
    const words = "Your family has been notified that you need help with: My TV isn't working.";
    await expectToast(page, "Help Request Sent", words);
    await page.waitForURL(`${server().url}/`);
    expect(await stayed).toBeGreaterThan(1_900);
    expect(await stayed).toBeLessThan(4_000);
  });
});
