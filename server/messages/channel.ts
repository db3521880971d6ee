import type { Channel } from "#contract/messages.ts";
import type { Refusal } from "#contract/reachability.ts";
import type { Db } from "#server/db/schema.ts";
import type { World } from "#server/world.ts";
import type { MessageContent } from "./message-kind.ts";
import type { SendError } from "./send-error.ts";

/** The answer of a provider. */
export type SendResult =
  | { readonly outcome: "accepted"; readonly providerId?: string }
  | { readonly outcome: SendError["kind"]; readonly reason: string; readonly refusal?: Refusal };

/** All that is particular about one channel. It is registered in channels.ts. */
export interface MessageChannel {
  readonly name: Channel;
  /** A message by it can wake somebody and counts as writing to them: it waits for the end of quiet hours. */
  readonly wakes: boolean;
  /** Each message costs money and counts against limits. */
  readonly isPaid: boolean;
  /** Whether its addresses are devices, of which a person can have several and which they can lose. */
  readonly isPerDevice: boolean;
  /** Words for a form, when somebody chooses the channel and has no address for it. */
  readonly missingAddress: string;
  hasProvider(config: World["config"]): boolean;
  /** An SQL condition that a row of `people` has an address; `now` is the time as an expression. */
  hasAddress(person: string, now: string): string;
  /** The addresses of a person. A message goes to each of them, and one that accepts it is enough. */
  addressesOf(world: World, personId: number): Promise<readonly string[]>;
  /** The address for the receipt of a message. */
  receiptPath(token: string): string;
  /** Sends to one address. It throws a SendError when the provider does not accept the message. */
  send(world: World, to: string, content: MessageContent): Promise<{ readonly providerId?: string }>;
  /** An address that will never accept anything again is deleted, where it is no part of an account. */
  forget?(db: Db, personId: number, address: string): Promise<unknown>;
  /** Notes that something has arrived at this address. */
  prove?(trx: Db, personId: number, address: string, now: Date): Promise<unknown>;
}
