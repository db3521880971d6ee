import { beforeEach, describe, expect, test, vi } from "vitest";
import { changeEmail, confirmEmail, getAccount, removeEmail } from "#contract/accounts/accounts.ts";
import { dayMs } from "#contract/durations.ts";
import { listOwnContactMethods } from "#contract/reachability.ts";
import { channelsOf } from "#server/platform/messages/channels.ts";
import { SendError } from "#server/platform/messages/send-error.ts";
import { addEmail } from "#tests/support/channels.ts";
import { joinByInvitation, type Person, proveFreshly, signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();
beforeEach(() => {
  server().mailbox.length = 0;
});

const enter = ({ client }: Person, email: string) => client.ask(changeEmail, { body: { email } });
const tokenIn = (text = "") => text.match(/\/account\/email\?to=([\w-]+)/)?.[1] ?? "";
const lastToken = () => tokenIn(server().mailbox.findLast(({ text }) => tokenIn(text))?.text);
const confirm = ({ client }: Person, token = lastToken()) => client.ask(confirmEmail, { body: { token } });
const emailsOf = async ({ client }: Person) => {
  const { email, unconfirmedEmail } = await client.call(getAccount);
  return [email, unconfirmedEmail];
};

test("an e-mail address is used only after its owner has opened the confirmation link, and is proven then", async () => {
  const anna = await signUp(server());
  const channels = async () => (await channelsOf(server().world, anna.familyId))[0]?.channels;
  expect((await enter(anna, "anna@example.com")).status).toBe(204);
  expect(server().mailbox).toMatchObject([
    { to: "anna@example.com", subject: "Is this your e-mail address?" },
  ]);
  expect([await emailsOf(anna), await channels()]).toEqual([[null, "anna@example.com"], ["sms"]]);
  expect((await confirm(anna)).status).toBe(204);
  expect([await emailsOf(anna), await channels()]).toEqual([
    ["anna@example.com", null],
    ["sms", "email"],
  ]);
  expect(
    (await anna.client.call(listOwnContactMethods)).find(({ channel }) => channel === "email"),
  ).toMatchObject({
    provenAt: server().clock.now().toISOString(),
    refusal: null,
  });
});

test("the e-mail address of the accepted invitation is suggested", async () => {
  const ben = await joinByInvitation(server(), await signUp(server()), "child", "Ben");
  expect(await ben.client.call(getAccount)).toMatchObject({ email: null, invitedEmail: "ben@example.com" });
});

test("changing the address takes another confirmation; removing it takes none", async () => {
  const anna = await signUp(server());
  for (const email of ["first@example.com", "second@example.com"]) {
    await enter(anna, email);
    await confirm(anna);
  }
  expect(await emailsOf(anna)).toEqual(["second@example.com", null]);
  await anna.client.call(removeEmail);
  expect(await emailsOf(anna)).toEqual([null, null]);
});

test("an invalid e-mail address is refused in the words of the specification", async () => {
  expect(await enter(await signUp(server()), "anna")).toMatchObject({
    status: 400,
    body: { fields: { email: "Please enter a valid email address" } },
  });
});

describe("a link", () => {
  test("does nothing for anyone else who gets the e-mail", async () => {
    const anna = await signUp(server());
    await enter(anna, "wrong@example.com");
    expect((await confirm(await signUp(server(), { name: "Mallory" }))).status).toBe(404);
    expect((await confirm(anna, `${lastToken().slice(0, -1)}A`)).status).toBe(410);
  });

  test("ends with a newer e-mail, with its use, with the removal, and after a day", async () => {
    const anna = await signUp(server());
    await enter(anna, "older@example.com");
    const older = lastToken();
    await enter(anna, "newer@example.com");
    expect((await confirm(anna, older)).status).toBe(410);
    await confirm(anna);
    expect((await confirm(anna)).status).toBe(410);
    await enter(anna, "third@example.com");
    await anna.client.call(removeEmail);
    expect((await confirm(anna)).status).toBe(410);
    await enter(anna, "fourth@example.com");
    server().clock.advance(dayMs);
    expect((await confirm(anna)).status).toBe(410);
    expect(await emailsOf(anna)).toEqual([null, null]);
  });

  test("to another account's address says so only to the person who has the e-mail", async () => {
    const [anna, ben] = [await signUp(server()), await signUp(server(), { name: "Ben" })];
    await addEmail(server(), ben);
    expect((await enter(anna, `PERSON-${ben.id}@example.com`)).status).toBe(204);
    expect(await confirm(anna)).toMatchObject({
      status: 409,
      body: { message: "This e-mail address already has an account." },
    });
  });
});

test("a person can send five confirmations a day, and an address gets at most three", async () => {
  const statuses = async (person: Person, emails: string[]) => {
    const found: number[] = [];
    for (const email of emails) found.push((await enter(person, email)).status);
    return found;
  };
  const anna = await signUp(server());
  const six = [1, 2, 3, 4, 5, 6].map((number) => `a${number}@example.com`);
  expect(await statuses(anna, six)).toEqual([204, 204, 204, 204, 204, 429]);
  const victim = Array.from({ length: 4 }, () => "Victim@example.com");
  expect(await statuses(await signUp(server()), victim)).toEqual([204, 204, 204, 429]);
  expect(await statuses(await signUp(server()), ["victim@example.com"])).toEqual([429]);
  server().clock.advance(dayMs);
  await proveFreshly(server(), anna);
  expect(await statuses(anna, ["a6@example.com"])).toEqual([204]);
});

test("if the e-mail cannot be sent, the field says so and nothing waits for it", async () => {
  const anna = await signUp(server());
  const email = vi.spyOn(server().world.senders, "email");
  email.mockRejectedValueOnce(new SendError("permanent", "refused", "unknown"));
  expect(await enter(anna, "nobody@example.com")).toMatchObject({
    status: 400,
    body: { fields: { email: "We can't send e-mail to this address. Please check it." } },
  });
  expect(await emailsOf(anna)).toEqual([null, null]);
});
