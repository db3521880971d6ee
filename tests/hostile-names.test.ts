// Names travel far: into texts, e-mails, pushes, and onto every screen of the family.
import { expect, test } from "vitest";
import { changeNames } from "#contract/accounts/accounts.ts";
import { getStatus } from "#contract/accounts/sign-in.ts";
import { minuteMs } from "#contract/durations.ts";
import { changeFamily, getFamily, listMembers } from "#contract/families.ts";
import { addHelpPhrase, listFamilyPhrases } from "#contract/help/phrases.ts";
import { askForHelp, listHelpRequests } from "#contract/help/requests.ts";
import { createInvitation, listInvitations } from "#contract/invitations.ts";
import { cleanText, hasAddress } from "#contract/text.ts";
import { addEmail } from "#tests/support/channels.ts";
import { deliverDue } from "#tests/support/due-work.ts";
import { hostileNames } from "#tests/support/hostile-names.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const max = 1_000;
const server = useServer({
  limits: {
    pendingInvitations: max,
    invitationMessagesPerFamily: max,
    smsPerPhonePerDay: max,
    invitationMessagesPerRecipient: max,
    phrasesPerCategory: max,
    helpRequestsPerHour: max,
  },
});

/** Links to this server itself are allowed. */
const withoutOwnLinks = (text: string): string => text.replaceAll(/http:\/\/localhost:\d+\S*/g, "");

test("no hidden character and no address in a name reaches a text, an e-mail, a push or a screen", async () => {
  const { anna, ben, rose } = await reyesFamily(server());
  await addEmail(server(), ben);
  const { familyId } = anna;
  for (const [place, name] of hostileNames.entries()) {
    const answers = [
      await rose.client.ask(changeNames, { body: { username: name } }),
      await anna.client.ask(changeFamily, { body: { name } }),
      await anna.client.ask(addHelpPhrase, { body: { categoryId: 1, phrase: name } }),
      await anna.client.ask(createInvitation, {
        body: { name, email: `guest.${place}@example.com`, role: "grandparent", familyId },
      }),
    ];
    for (const { status } of answers) expect([200, 201, 204, 400]).toContain(status);
    await rose.client.call(askForHelp, { body: { phraseId: 101 } });
  }
  server().clock.advance(5 * minuteMs);
  await deliverDue(server().world);
  await deliverDue(server().world);
  const { outbox, mailbox, pushed } = server();
  const drawn = await Promise.all([
    anna.client.call(getFamily),
    anna.client.call(listMembers),
    anna.client.call(listFamilyPhrases),
    anna.client.call(listInvitations, { params: { familyId } }),
    anna.client.call(listHelpRequests),
    rose.client.call(getStatus),
  ]);
  const sent = [
    ...outbox.map(({ text }) => text),
    ...mailbox.flatMap(({ subject, text }) => [subject, text]),
    ...pushed.map(({ payload }) => payload),
  ];
  expect(sent.length).toBeGreaterThan(20);
  for (const text of sent)
    expect([cleanText(text), hasAddress(withoutOwnLinks(text))]).toEqual([text, false]);
  const names = JSON.stringify(drawn, (key, value) => (key === "email" ? null : value));
  expect(cleanText(names)).toBe(names);
  expect(names).not.toMatch(/https?:|www\.|evil|bank\.example/i);
});
