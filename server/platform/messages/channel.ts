import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import type { Channel } from "#contract/messages.ts";
import type { Refusal } from "#contract/reachability.ts";
import type { Db, Schema } from "#server/platform/db/schema.ts";
import type { Route } from "#server/platform/http/route.ts";
import type { World } from "#server/platform/world.ts";
import type { MessageContent } from "./message-kind.ts";
import type { SendError } from "./send-error.ts";

/** The answer of a provider. */
export type SendResult =
  | { readonly outcome: "accepted"; readonly providerId?: string }
  | {
      readonly outcome: SendError["kind"];
      readonly reason: string;
      readonly refusal?: Refusal;
      /** The reason is an error of this server. Unlike a provider's, it may hold anything. */
      readonly isOurFault?: true;
    };

export type AccountAddress = "phone_number" | "email";

/**
 * Everything that is specific to one channel on the server. It is registered in channels.ts. The contract says what
 * its messages may cause, because the web needs that too.
 */
export interface MessageChannel {
  readonly name: Channel;
  /** The form's message when somebody chooses the channel without having an address for it. */
  readonly missingAddress: string;
  /** The address of an account that it sends to. Without one, the channel stores the addresses itself. */
  readonly accountAddress?: AccountAddress;
  hasProvider(config: World["config"]): boolean;
  /** Whether its messages leave this machine even in the sandbox. */
  readonly leavesSandbox?: boolean;
  /** The condition that a row of `people` has an address. */
  hasAddress(person: ExpressionBuilder<Schema, "people">, now: Date): Expression<SqlBool>;
  /** The addresses of a person. A message goes to each of them, and one that accepts it is enough. */
  addressesOf(world: World, personId: number): Promise<readonly string[]>;
  /** Whether people can answer in the channel itself by replying. */
  takesReplies?(config: World["config"]): boolean;
  /** How many a provider takes in a second, for a channel where it says so. The others wait for their turn. */
  perSecond?(config: World["config"]): number;
  /** What follows when the provider accepted a message and did not deliver it. Otherwise the usual pauses. */
  readonly undelivered?: { readonly maxAttempts: number; readonly pauseMs: number };
  /** Sends to one address. It throws a SendError when the provider does not accept the message. */
  send(world: World, to: string, content: MessageContent): Promise<{ readonly providerId?: string }>;
  /** Deletes an address that will never accept anything again, unless it is part of an account. */
  forget?(db: Db, personId: number, address: string): Promise<unknown>;
  /** Records that something has arrived at this address. */
  prove?(trx: Db, personId: number, address: string, now: Date): Promise<unknown>;
  /** Counts the devices of each of these people, if the addresses are devices: a person can have several, and can lose them. */
  countDevices?(db: Db, people: readonly number[], now: Date): Promise<ReadonlyMap<number, number>>;
  /** The endpoints that add and remove addresses, if these are not part of the account. */
  routes?(world: World): Route[];
}
