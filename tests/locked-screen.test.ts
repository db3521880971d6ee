// A locked screen shows push messages to whoever holds the device.
import { beforeAll, expect, test } from "vitest";
import { hourMs } from "#contract/durations.ts";
import {
  changeHelloMessages,
  giveHelloPicture,
  giveHelloVoiceMessage,
  type Hello,
  loveHello,
} from "#contract/hellos.ts";
import {
  acknowledgeHelpRequest,
  askForHelp,
  resolveHelpRequest,
  thankForHelp,
} from "#contract/help/requests.ts";
import { PushPayload } from "#contract/push-payload.ts";
import { messageKinds } from "#server/message-kinds.ts";
import { subscribeToPush } from "#tests/support/channels.ts";
import { checkLights, sendMessages } from "#tests/support/due-work.ts";
import { chooseLight, goToMorning } from "#tests/support/lights.ts";
import { type Person, reyesFamily, staySignedIn } from "#tests/support/people.ts";
import { photo } from "#tests/support/photos.ts";
import { recording } from "#tests/support/recordings.ts";
import { useServer } from "#tests/support/server.ts";

/** The kinds that say who, and not what. */
const sayWho = ["hello", "hello-heart", "help-thanks", "light"];

const ofHelp = "whoever can help has to know what it is about";
const ofPorchlight = "it comes from Porchlight itself, about the recipient's own account or devices";
const saysWhat: Readonly<Record<string, string>> = {
  help: ofHelp,
  "help-promise": ofHelp,
  "help-reply": ofHelp,
  "video-call": ofHelp,
  "help-call-back": "it is only said on the phone, to whoever asked",
  letter: "the recipient asked for the family's letter by e-mail, and it is never a push",
  reminder: "the recipient chose to be reminded of this event on this device",
  "account-change": ofPorchlight,
  "email-confirmation": ofPorchlight,
  "family-deletion": ofPorchlight,
  "family-moved": ofPorchlight,
  invitation: ofPorchlight,
  "invitation-renewal-request": ofPorchlight,
  "operator-warning": ofPorchlight,
  "reachability-warning": ofPorchlight,
  "sign-in-link": ofPorchlight,
  test: ofPorchlight,
};

const server = useServer();
/** What the family says to each other. */
const said = "The doctor found nothing";

let family: Awaited<ReturnType<typeof reyesFamily>>;
beforeAll(async () => {
  family = await reyesFamily(server());
  for (const person of Object.values(family)) await subscribeToPush(person);
  await family.rose.client.call(changeHelloMessages, { body: { areOn: true } });
  await chooseLight(family);
  goToMorning(server());
  await staySignedIn(server());
});

const show = async ({ client }: Person): Promise<Hello> =>
  client.call(giveHelloPicture, {
    headers: { "idempotency-key": "a picture" },
    query: { place: "0", caption: said },
    upload: await photo(),
  });

const say = ({ client }: Person, about: { answerTo: string } | { birthdayOf: string }) =>
  client.call(giveHelloVoiceMessage, {
    headers: { "idempotency-key": JSON.stringify(about) },
    query: { caption: said, ...about },
    upload: recording(),
  });

async function helpAndThank({ rose, ben }: typeof family): Promise<void> {
  const { id } = await rose.client.call(askForHelp, { body: { text: said } });
  const params = { id };
  await ben.client.call(acknowledgeHelpRequest, { params });
  await rose.client.call(resolveHelpRequest, { params });
  await rose.client.call(thankForHelp, { params });
}

test("each kind of message either says who and not what, or has a reason to say more", () => {
  const known = [...sayWho, ...Object.keys(saysWhat)];
  expect(messageKinds.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
});

test("a push about a hello, a heart, an answer, a greeting, a thank-you or a light says who, and not what", async () => {
  const { anna, ben, rose } = family;
  server().clock.advance(hourMs);
  await checkLights(server().world);
  const { id } = await show(ben);
  await rose.client.call(loveHello, { params: { id }, body: { isLoved: true } });
  await say(rose, { answerTo: String(id) });
  await say(anna, { birthdayOf: String(rose.id) });
  await helpAndThank(family);
  server().clock.advance(hourMs);
  await sendMessages(server().world);
  const sent = await server().database.kysely.selectFrom("messages").select("kind").distinct().execute();
  expect(sent.map(({ kind }) => kind)).toEqual(expect.arrayContaining(sayWho));
  const pushed = server()
    .pushed.map(({ payload }) => PushPayload.parse(JSON.parse(payload)))
    .filter(({ kind }) => kind === "hello" || kind === "light");
  expect(new Set(pushed.map(({ title }) => title))).toEqual(
    new Set([
      "Rose hasn't turned on the light today",
      "Ben says hello",
      "Rose says hello",
      "Rose answered you",
      "Rose loved what you gave ♥",
      "Anna Reyes wishes you a happy birthday",
      "Rose says thank you ♥",
    ]),
  );
  expect(JSON.stringify(pushed)).not.toContain(said);
});
