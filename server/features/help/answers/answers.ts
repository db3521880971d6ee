// Lets people answer a message through its link, without a sign-in. The link is the proof.
import { dayMs } from "#contract/durations.ts";
import type { HelpAnswer } from "#contract/help/answers.ts";
import type { NewHelpPromise } from "#contract/help/promises.ts";
import type { Verdict } from "#contract/help/request-state.ts";
import type { HelpRequest } from "#contract/help/requests.ts";
import { Gone, NotFound } from "#server/platform/errors.ts";
import type { Message } from "#server/platform/messages/message-kind.ts";
import { messageToAnswer } from "#server/platform/messages/message-links.ts";
import { markArrived } from "#server/platform/messages/receipts.ts";
import type { World } from "#server/platform/world.ts";
import { handOn, promise } from "../promises/promises.ts";
import { acknowledge } from "../requests/actions.ts";
import { findRecipient } from "../requests/delivery/queries.ts";
import { helpMessage } from "../requests/help-message.ts";
import { type Actor, requestOf } from "../requests/requests.ts";
import { giveVerdict } from "../scams/verdicts.ts";

export type Recipient = Actor & { name: string };

const answerOf = (request: HelpRequest, { name, id }: Recipient): HelpAnswer => ({
  name,
  askedBy: { name: request.askedBy.name, phoneNumber: request.askedBy.phoneNumber },
  phrase: request.phrase,
  askedAt: request.askedAt,
  state: request.state,
  helperName: request.helper?.name ?? null,
  isYours: request.helper?.id === id,
  promise: request.promise,
  isScamCheck: request.scamCheck !== null,
  yourVerdict: request.scamCheck?.verdicts.find(({ person }) => person.id === id)?.verdict ?? null,
});

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
  if (created_at.getTime() <= now.getTime() - dayMs)
    throw new Gone("This link is older than a day. Please open Porchlight instead.");
}

/** Finds the recipient and the request of a message, as long as the recipient is one of the helpers. */
export async function recipientAndRequest(world: World, message: Message) {
  const recipient = await findRecipient(world.database.reads, message);
  if (!recipient) throw new NotFound("We don't recognize this link. Please open it from the message again.");
  const request = await requestOf(world.database, recipient, Number(message.subject_id));
  refuseOver(message, request, world.clock.now());
  return { recipient, request };
}

export async function answerByLink(world: World, token: string): Promise<HelpAnswer> {
  const { message } = await messageToAnswer(world, helpMessage.name, token);
  const { recipient, request } = await recipientAndRequest(world, message);
  return answerOf(request, recipient);
}

/** An answer to a message also proves that it has arrived. */
async function answer(
  world: World,
  token: string,
  change: (recipient: Recipient, id: number) => Promise<HelpRequest>,
): Promise<HelpAnswer> {
  const linked = await messageToAnswer(world, helpMessage.name, token);
  await markArrived(world, linked);
  const { recipient, request } = await recipientAndRequest(world, linked.message);
  return answerOf(await change(recipient, request.id), recipient);
}

export const acknowledgeByLink = (world: World, token: string): Promise<HelpAnswer> =>
  answer(world, token, (recipient, id) => acknowledge(world, recipient, id));

export const handOnByLink = (world: World, token: string): Promise<HelpAnswer> =>
  answer(world, token, (recipient, id) => handOn(world, recipient, id));

export const promiseByLink = (world: World, token: string, wanted: NewHelpPromise): Promise<HelpAnswer> =>
  answer(world, token, (recipient, id) => promise(world, recipient, id, wanted));

export const giveVerdictByLink = (world: World, token: string, verdict: Verdict): Promise<HelpAnswer> =>
  answer(world, token, (recipient, id) => giveVerdict(world, recipient, id, verdict));
