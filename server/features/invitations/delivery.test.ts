import { expect, test, vi } from "vitest";
import { requestVerification } from "#contract/accounts/sign-in.ts";
import { dayMs, minuteMs } from "#contract/durations.ts";
import { changeFamily } from "#contract/families.ts";
import { createInvitation, deleteInvitation, listInvitations } from "#contract/invitations.ts";
import { SendError } from "#server/platform/messages/send-error.ts";
import { sendersFor } from "#server/senders.ts";
import { Client } from "#tests/support/client.ts";
import { sendMessages } from "#tests/support/due-work.ts";
import { newPhoneNumber, type Person, signUp } from "#tests/support/people.ts";
import { production, startServer, useServer } from "#tests/support/server.ts";

const server = useServer({ env: { TRUSTED_PROXIES: "127.0.0.1" } });

let lastRecipient = 0;
const newAddress = () => `rose${++lastRecipient}@example.com`;

const create = (inviter: Person, change: object = {}, headers = {}) => {
  const rose = { name: "Rose", email: newAddress(), role: "grandparent", familyId: inviter.familyId };
  return inviter.client.ask(createInvitation, { body: { ...rose, ...change }, headers });
};
const list = ({ client, familyId }: Person) => client.call(listInvitations, { params: { familyId } });
const nextDay = () => server().clock.advance(dayMs + 1);

const lettersTo = (email: string) => server().mailbox.filter(({ to }) => to === email);
const textsTo = (phoneNumber: string) => server().outbox.filter(({ to }) => to === phoneNumber);

test("an invitation is sent by e-mail, in plain words and with its link", async () => {
  const anna = await signUp(server(), { name: "Anna Reyes" });
  const email = newAddress();
  const { body } = await create(anna, { email });
  const link = `${server().world.config.publicUrl}/invite?code=${body.inviteCode}`;
  const sent = server().mailbox.at(-1);
  expect(sent).toEqual({
    to: email,
    subject: "Anna Reyes invites you to Porchlight",
    text: `Hello Rose,

Anna Reyes would like you to join “The Reyes family” on Porchlight.

It shows your family's day on one page. One button asks your family for help.

Open my invitation:
${link}

The link works for seven days, until Friday, November 27.

Didn't expect this? You can ignore it.

Questions or complaints? Write to support@porchlight.example.
`,
    html: expect.stringContaining(`<a href="${link}" style="display:inline-block`),
  });
  expect(sent?.html).toContain(`>${link}</a>`);
});

test("a long name in a text is cut between whole signs", async () => {
  const families = [
    "The very long named family 👵🏽👵🏽👵🏽 Reyes",
    "The very long named family👩‍👩‍👧‍👦👩‍👩‍👧‍👦",
    `${"e\u0316".repeat(16)} family`,
  ];
  for (const name of families) {
    const anna = await signUp(server());
    await anna.client.call(changeFamily, { body: { name } });
    const phoneNumber = newPhoneNumber();
    await create(anna, { phoneNumber });
    const [text] = textsTo(phoneNumber);
    const shown = / to (.*)\.\. on Porchlight/s.exec(text?.text ?? "")?.[1] ?? "none";
    const signs = [...new Intl.Segmenter("en").segment(name.normalize("NFC"))].map(({ segment }) => segment);
    expect(signs.slice(0, [...new Intl.Segmenter("en").segment(shown)].length).join("")).toBe(shown);
    expect(shown.length).toBeGreaterThan(14);
  }
});

test("nothing that somebody typed is read as HTML", async () => {
  const anna = await signUp(server(), { name: "Anna <b>Reyes</b>" });
  await create(anna, { name: '<img src="x">' });
  const html = server().mailbox.at(-1)?.html ?? "";
  expect(html).not.toMatch(/<img|<b>/);
  expect(html).toContain("Hello &#60;img src=&#34;x&#34;&#62;,");
});

test("it is also sent by text if a phone number was given, and the answer says so", async () => {
  const anna = await signUp(server(), { name: "Anna Reyes" });
  const phoneNumber = newPhoneNumber();
  const { body } = await create(anna, { phoneNumber });
  const link = `${server().world.config.publicUrl}/invite?code=${body.inviteCode}`;
  expect(textsTo(phoneNumber)).toEqual([
    {
      to: phoneNumber,
      text: `Anna Reyes invites you to The Reyes family on Porchlight: ${link} Good for 7 days. Unexpected? Ignore it.`,
      receiptToken: expect.stringMatching(/^[\w-]+$/),
      attempt: 1,
    },
  ]);
  const now = server().clock.now().toISOString();
  expect(body).toMatchObject({ emailedAt: now, textedAt: now });
  expect(await list(anna)).toEqual([body]);
});

test("a text stays short and within the GSM characters, however long the names are", async () => {
  const anna = await signUp(server(), { name: "Annabella Maria ".repeat(5).trim() });
  const phoneNumber = newPhoneNumber();
  await create(anna, { phoneNumber });
  const text = textsTo(phoneNumber)[0]?.text ?? "";
  expect(text).toMatch(/^[\x20-\x7e]+$/);
  expect(text.length).toBeLessThanOrEqual(2 * 153);
});

test("without a phone number nothing is texted", async () => {
  const anna = await signUp(server());
  const count = server().outbox.length;
  const { body } = await create(anna);
  expect(body).toMatchObject({ emailedAt: expect.any(String), textedAt: null });
  expect(server().outbox).toHaveLength(count);
});

test("an invitation is stored even if the providers fail, and says truthfully what was not sent", async () => {
  const anna = await signUp(server());
  vi.spyOn(server().world.senders, "email").mockRejectedValueOnce(new Error("down"));
  const onlyTexted = await create(anna, { phoneNumber: newPhoneNumber() });
  expect(onlyTexted).toMatchObject({ status: 201, body: { emailedAt: null, textedAt: expect.any(String) } });
  vi.spyOn(server().world.senders, "sms").mockRejectedValueOnce(new Error("down"));
  const onlyEmailed = await create(anna, { phoneNumber: newPhoneNumber() });
  expect(onlyEmailed).toMatchObject({ status: 201, body: { emailedAt: expect.any(String), textedAt: null } });
  expect(await list(anna)).toEqual([onlyEmailed.body, onlyTexted.body]);
});

test("an invitation that a provider did not accept is sent again, and the family sees when", async () => {
  const anna = await signUp(server());
  const [email, phoneNumber] = [newAddress(), newPhoneNumber()];
  vi.spyOn(server().world.senders, "email").mockRejectedValueOnce(new SendError("transient", "busy"));
  vi.spyOn(server().world.senders, "sms").mockRejectedValueOnce(new SendError("unknown", "no answer"));
  const { body } = await create(anna, { email, phoneNumber });
  expect(body).toMatchObject({ emailedAt: null, textedAt: null });
  server().clock.advance(3_000);
  await sendMessages(server().world);
  expect([lettersTo(email), textsTo(phoneNumber)]).toEqual([[], []]);
  server().clock.advance(3_001);
  await sendMessages(server().world);
  const now = server().clock.now().toISOString();
  expect(await list(anna)).toEqual([{ ...body, emailedAt: now, textedAt: now }]);
  expect(lettersTo(email)).toMatchObject([{ text: expect.stringContaining(body.inviteCode) }]);
  expect(textsTo(phoneNumber)).toHaveLength(1);
});

test("an invitation that is canceled before its e-mail was accepted is not sent again", async () => {
  const anna = await signUp(server());
  const email = newAddress();
  vi.spyOn(server().world.senders, "email").mockRejectedValueOnce(new SendError("transient", "busy"));
  const { body } = await create(anna, { email });
  await anna.client.call(deleteInvitation, { params: { id: body.id } });
  server().clock.advance(minuteMs);
  await sendMessages(server().world);
  expect(lettersTo(email)).toEqual([]);
});

test("in production without providers it is created all the same", async () => {
  const real = await startServer({ env: production });
  try {
    const anna = await signUp(real);
    Object.assign(real.world.senders, sendersFor(real.world));
    const made = await create(anna, { phoneNumber: newPhoneNumber() });
    expect(made).toMatchObject({ status: 201, body: { emailedAt: null, textedAt: null } });
  } finally {
    await real.stop();
  }
});

test("a number in a country that we do not text gets no text", async () => {
  const anna = await signUp(server());
  const { body } = await create(anna, { phoneNumber: "+5511955556677" });
  expect(body).toMatchObject({ phoneNumber: "+5511955556677", textedAt: null });
  expect(textsTo("+5511955556677")).toEqual([]);
});

test("nobody gets more than three e-mails or texts about invitations a day, no matter who invites them", async () => {
  const email = newAddress();
  const phoneNumber = newPhoneNumber();
  for (let family = 0; family < 3; family++) {
    const inviter = await signUp(server());
    await Promise.all([1, 2].map(() => create(inviter, { email: email.toUpperCase(), phoneNumber })));
  }
  expect(lettersTo(email.toUpperCase())).toHaveLength(3);
  expect(textsTo(phoneNumber)).toHaveLength(3);
  nextDay();
  expect((await create(await signUp(server()), { email })).body.emailedAt).not.toBeNull();
});

test("an invitation that nobody may be sent any more is stored, and logs no failure", async () => {
  const email = newAddress();
  for (let family = 0; family < 3; family++) await create(await signUp(server()), { email });
  const failed = vi.spyOn(server().world.log, "error");
  expect(await create(await signUp(server()), { email })).toMatchObject({
    status: 201,
    body: { emailedAt: null },
  });
  expect(failed).not.toHaveBeenCalled();
  failed.mockRestore();
});

test("a family that makes and cancels invitations sends at most forty messages a day", async () => {
  const anna = await signUp(server());
  const before = server().mailbox.length + server().outbox.length;
  for (let round = 0; round < 45; round++) {
    const { body } = await create(anna, { phoneNumber: newPhoneNumber() });
    await anna.client.call(deleteInvitation, { params: { id: body.id } });
  }
  expect(server().mailbox.length + server().outbox.length - before).toBe(40);
});

test("inviting is no way around the limits of texts from one address and from the whole server", async () => {
  const limits = { smsPerIpPerHour: 5, smsPerDay: 12 };
  const small = await startServer({ limits, env: { TRUSTED_PROXIES: "127.0.0.1" } });
  try {
    const anna = await signUp(small);
    const textFrom = async (address: string) =>
      (await create(anna, { phoneNumber: newPhoneNumber() }, { "x-forwarded-for": address })).body.textedAt;
    const fromOne = [];
    for (let count = 0; count < 7; count++) fromOne.push(await textFrom("10.0.0.1"));
    expect(fromOne.filter((at) => at !== null)).toHaveLength(5);
    for (let count = 0; count < 8; count++) await textFrom(`10.0.1.${count}`);
    expect(small.outbox).toHaveLength(12);
  } finally {
    await small.stop();
  }
});

test("somebody who has just been invited by text gets their code at once, even in the same house", async () => {
  const small = await startServer({ limits: { smsPerIpPerHour: 5 }, env: { TRUSTED_PROXIES: "127.0.0.1" } });
  try {
    const headers = { "x-forwarded-for": "10.0.0.9" };
    const anna = await signUp(small);
    const phoneNumber = newPhoneNumber();
    await create(anna, { phoneNumber }, headers);
    for (let count = 0; count < 5; count++) await create(anna, { phoneNumber: newPhoneNumber() }, headers);
    const asked = await new Client(small.url).ask(requestVerification, { body: { phoneNumber }, headers });
    expect(asked.status).toBe(200);
  } finally {
    await small.stop();
  }
});
