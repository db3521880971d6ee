// The channels of this server. This is the only place that lists them.
import { type AliasableExpression, expressionBuilder, sql } from "kysely";
import { channelTraits, channels as names } from "#contract/channels.ts";
import type { Role } from "#contract/families.ts";
import type { Channel } from "#contract/messages.ts";
import type { Db, Schema } from "#server/platform/db/schema.ts";
import type { World } from "#server/platform/world.ts";
import { appriseChannel } from "./apprise/channel.ts";
import { callChannel } from "./call/channel.ts";
import type { AccountAddress, MessageChannel } from "./channel.ts";
import { renewContactMethod } from "./contact-methods.ts";
import { emailChannel } from "./email/channel.ts";
import { ntfyChannel } from "./ntfy/channel.ts";
import { pushChannel } from "./push/channel.ts";
import { findMembers, findPeople } from "./queries.ts";
import { smsChannel } from "./sms/channel.ts";

const registered: Readonly<Record<Channel, MessageChannel>> = {
  push: pushChannel,
  ntfy: ntfyChannel,
  apprise: appriseChannel,
  sms: smsChannel,
  email: emailChannel,
  call: callChannel,
};

/** In the order in which a person is tried. */
export const channels: readonly MessageChannel[] = names.map((name) => registered[name]);

export const channelOf = (name: Channel): MessageChannel => registered[name];

/**
 * Forgets what was known about the channels that send to this address of an account, because the address is about to
 * change.
 */
export async function renewAccountAddress(db: Db, personId: number, address: AccountAddress): Promise<void> {
  const renewed = channels.filter(({ accountAddress }) => accountAddress === address);
  for (const { name } of renewed) await renewContactMethod(db, { personId, channel: name });
}

/** The names of the channels whose messages can wake somebody. */
export const wakingChannels: readonly Channel[] = names.filter((name) => channelTraits[name].wakes);

export interface Reachable {
  personId: number;
  name: string;
  role: Role;
  /** The channels on which this person can currently be reached. */
  channels: Channel[];
}

/** The channels for which this server has a provider. */
export const openChannels = (config: World["config"]): Channel[] =>
  channels.filter(({ hasProvider }) => hasProvider(config)).map(({ name }) => name);

/** The names of those among these channels on which the person in a row of `people` has an address, in the same order. */
export function channelsWithAddress(among: readonly Channel[], now: Date): AliasableExpression<Channel[]> {
  const person = expressionBuilder<Schema, "people">();
  const names = among.map((name) =>
    person.case().when(channelOf(name).hasAddress(person, now)).then(name).end(),
  );
  return sql<Channel[]>`array_remove(array[${sql.join(names)}]::text[], null)`;
}

type Given = Pick<World, "config" | "database" | "clock">;

/** The channels on which each member of a family can be reached. */
export const channelsOf = ({ config, database, clock }: Given, familyId: number): Promise<Reachable[]> =>
  findMembers(database.reads, familyId, channelsWithAddress(openChannels(config), clock.now()));

/** The channels on which each of these people can be reached. */
export const channelsOfPeople = (
  { config, database, clock }: Given,
  people: readonly number[],
): Promise<Pick<Reachable, "personId" | "channels">[]> =>
  findPeople(database.reads, people, channelsWithAddress(openChannels(config), clock.now()));

/** The channels to each of these people that neither wake anybody nor cost money, read in a transaction. */
export async function quietChannelsOf(
  { config, clock }: Given,
  trx: Db,
  people: readonly number[],
): Promise<{ personId: number; channel: Channel }[]> {
  const quiet = openChannels(config).filter(
    (name) => !channelTraits[name].wakes && !channelTraits[name].isPaid,
  );
  const found = await findPeople(trx, people, channelsWithAddress(quiet, clock.now()));
  return found.flatMap(({ personId, channels }) => channels.map((channel) => ({ personId, channel })));
}
