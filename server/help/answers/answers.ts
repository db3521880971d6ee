// Answers to a message by its recipient, without a sign-in. The link in the message is the proof.
import type { HelpAnswer } from "#contract/help/answers.ts";
import type { HelpRequest } from "#contract/help/requests.ts";
import { Conflict, Gone, NotFound } from "#server/errors.ts";
import { proveContactMethod } from "#server/messages/contact-methods.ts";
import type { Message } from "#server/messages/message-kind.ts";
import { messageToAnswer } from "#server/messages/message-links.ts";
import { markArrived } from "#server/messages/receipts.ts";
import { smsChannel } from "#server/messages/sms/channel.ts";
import type { World } from "#server/world.ts";
import { helpMessage, recipientOf } from "../requests/delivery/help-kind.ts";
import { acknowledge } from "../requests/progress.ts";
import { type Actor, requestOf } from "../requests/requests.ts";

type Recipient = Actor & { name: string };

const answerOf = (request: HelpRequest, { name, id }: Recipient): HelpAnswer => ({
  name,
  askedBy: { name: request.askedBy.name, phoneNumber: request.askedBy.phoneNumber },
  phrase: request.phrase,
  askedAt: request.askedAt,
  state: request.state,
  helperName: request.helper?.name ?? null,
  isYours: request.helper?.id === id,
});

const aDayMs = 24 * 60 * 60_000;

/** A link is valid for a day. */
function refuseOver({ created_at }: Message, request: HelpRequest, now: Date): void {
  const { state, askedBy, receipts } = request;
  if (state === "RESOLVED") {
    const isConfirmed = receipts.some(
      (receipt) => receipt.state === state && receipt.person?.id === askedBy.id,
    );
    throw new Gone(
      isConfirmed
        ? `${askedBy.name} is OK now. Thank you.`
        : `Waiting for ${askedBy.name} to confirm. Thank you.`,
    );
  }
  if (state === "CANCELLED") throw new Gone(`${askedBy.name} does not need this anymore.`);
  if (created_at.getTime() <= now.getTime() - aDayMs)
    throw new Gone("This link is older than a day. Please open Porchlight instead.");
}

/** The recipient and the request of a message, as long as the recipient is one of the helpers. */
async function open(world: World, message: Message) {
  const recipient = await recipientOf(world, message);
  if (!recipient) throw new NotFound("We don't recognize this link. Please open it from the message again.");
  const request = await requestOf(world.database, recipient, Number(message.subject_id));
  refuseOver(message, request, world.clock.now());
  return { recipient, request };
}

export async function answerByLink(world: World, token: string): Promise<HelpAnswer> {
  const { message } = await messageToAnswer(world, helpMessage.name, token);
  const { recipient, request } = await open(world, message);
  return answerOf(request, recipient);
}

/** An answer to a message also proves that it has arrived. */
export async function acknowledgeByLink(world: World, token: string): Promise<HelpAnswer> {
  const linked = await messageToAnswer(world, helpMessage.name, token);
  await markArrived(world, linked);
  const { recipient, request } = await open(world, linked.message);
  return answerOf(await acknowledge(world, recipient, request.id), recipient);
}

// Answers that people text back. The phone number says who they are.

const findTexted = {
  name: "find-texted-help-request",
  text: `select d.family_id as "familyId", d.person_id as id, m.role, r.id as "requestId"
    from people p
    join messages d on d.person_id = p.id and d.channel = $2 and d.kind = $3 and d.about = 'ASKED'
      and d.attempts > 0 and d.state <> 'FAILED'
    join help_requests r on r.family_id = d.family_id and r.id = d.subject_id and r.closed_at is null
    join memberships m on m.family_id = d.family_id and m.person_id = p.id and m.role <> 'grandparent'
    where p.phone_number = $1
    order by r.state = 'ACKNOWLEDGED', r.asked_at desc, r.id desc limit 1`,
};

const nothingOpen = "Nobody is waiting for your answer right now. Open Porchlight to see how things stand.";

async function acknowledgeTexted(world: World, from: string): Promise<string> {
  const [texted] = await world.database.read<Actor & { requestId: number }>(findTexted, [
    ...[from, smsChannel.name, helpMessage.name],
  ]);
  if (!texted) return nothingOpen;
  try {
    const { askedBy, phrase } = await acknowledge(world, texted, texted.requestId);
    return `Thank you. ${askedBy.name} can see that you will help: “${phrase}”`;
  } catch (error) {
    if (error instanceof Conflict) return `${error.message} Thank you.`;
    throw error;
  }
}

/** A text that a person sends back shows that ours arrive. */
const proveTexts = ({ database, clock }: World, from: string): Promise<void> =>
  database.kysely.transaction().execute(async (trx) => {
    const people = trx.selectFrom("people").select("id as personId").where("phone_number", "=", from);
    const sender = await people.executeTakeFirst();
    if (sender) await proveContactMethod(trx, { ...sender, channel: smsChannel.name }, clock.now());
  });

// Phones append a period and a space to typed words.
const yes = /^\s*1[\s.!]*$/;

/** Returns the reply to a text that somebody sent back. "1" acknowledges the newest request that they were texted about. */
export async function answerByText(world: World, from: string, words: string): Promise<string> {
  await proveTexts(world, from);
  if (yes.test(words)) return acknowledgeTexted(world, from);
  return "This is Porchlight. Reply 1 to say that you will help. For anything else, please open the app or call.";
}
