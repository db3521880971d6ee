// The signed links in a message. They name its rows in the outbox and the address that it went to.
import { dayMs } from "#contract/durations.ts";
import { Gone, NotFound } from "#server/platform/errors.ts";
import { fingerprint } from "#server/platform/secrets.ts";
import type { World } from "#server/platform/world.ts";
import { channelOf } from "./channels.ts";
import type { Message, MessageLinks } from "./message-kind.ts";
import { findMessages } from "./queries.ts";
import { sign, signedNumbers } from "./signed-links.ts";

/** The purpose of a link: to answer a message, or to confirm that it has arrived. */
type Purpose = "answer" | "receipt";

/** Tells the addresses of one person apart. */
const tagOf = (address: string): number => fingerprint(address).readUInt32BE() >>> 4;

/** The token of messages that leave as one. */
export function messageToken(
  { secrets }: Pick<World, "secrets">,
  purpose: Purpose,
  messages: readonly Pick<Message, "id">[],
  address: string,
): string {
  return sign(secrets, `message-${purpose}`, [tagOf(address), ...messages.map(({ id }) => id)]);
}

export function linksFor(
  world: World,
  messages: readonly [Message, ...Message[]],
  address: string,
): MessageLinks {
  const [first] = messages;
  return {
    receiptToken: messageToken(world, "receipt", messages, address),
    takesReplies: channelOf(first.channel).takesReplies?.(world.config) ?? false,
    answerToken: messageToken(world, "answer", [first], address),
  };
}

/** A message that a link belongs to. */
export interface LinkedMessage {
  readonly message: Message;
  /** The address it went to, or undefined if its recipient no longer has that address. */
  readonly address: string | undefined;
}

const unknown = "We don't recognize this link. Please open it from the message again.";

async function addressWith(world: World, { person_id, channel, address: given }: Message, tag: number) {
  if (given !== null && tagOf(given) === tag) return given;
  if (person_id === null) return undefined;
  const addresses = await channelOf(channel).addressesOf(world, person_id);
  return addresses.find((address) => tagOf(address) === tag);
}

/** The messages behind a link in their order. It throws NotFound for a link that is not ours. */
export async function messagesBehind(
  world: World,
  purpose: Purpose,
  token: string,
): Promise<LinkedMessage[]> {
  const [tag = 0, ...ids] = signedNumbers(world.secrets, `message-${purpose}`, token);
  const found = ids.length > 0 ? await findMessages(world.database.reads, ids) : [];
  const messages = ids.flatMap((id) => found.filter((message) => message.id === id));
  const [first] = messages;
  if (!first) throw new NotFound(unknown);
  const address = await addressWith(world, first, tag);
  return messages.map((message) => ({ message, address }));
}

/** The message of this kind that somebody answers. */
export async function messageToAnswer(
  world: World,
  kind: string,
  token: string,
): Promise<LinkedMessage & { message: { person_id: number } }> {
  const [first] = await messagesBehind(world, "answer", token);
  if (first?.message.kind !== kind || first.message.person_id === null) throw new NotFound(unknown);
  const { message, address } = first;
  return { message: { ...message, person_id: first.message.person_id }, address };
}

const twoWeeksMs = 14 * dayMs;

/** Refuses a link that is too old, or that went to an address that its recipient has changed since. */
export function refuseOutdated({ clock }: World, { message, address }: LinkedMessage): string {
  if (address === undefined) throw new NotFound(unknown);
  if (clock.now().getTime() - message.created_at.getTime() > twoWeeksMs)
    throw new Gone("This link is more than two weeks old. Please use the one in a newer message.");
  return address;
}
