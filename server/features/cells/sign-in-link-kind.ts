// The message with a link that signs somebody in, to the number or address that they typed at the entrance.
import { minuteMs } from "#contract/durations.ts";
import { type CodeAddress, channelFor, usesOfSignInLink } from "#server/features/accounts/code-addresses.ts";
import { findOwnerOf } from "#server/features/accounts/queries.ts";
import { makeSignInPagePath } from "#server/features/accounts/return-tokens.ts";
import { short } from "#server/features/invitations/messages.ts";
import { takeAllowances } from "#server/platform/allowances/allowances.ts";
import { dispatchClaimed } from "#server/platform/messages/dispatch.ts";
import type { MessageContent, MessageKind } from "#server/platform/messages/message-kind.ts";
import { enqueueClaimed } from "#server/platform/messages/outbox.ts";
import type { World } from "#server/platform/world.ts";
import { findPeopleWithFamilies } from "./queries.ts";

/** A link that was asked for longer ago is a surprise. */
const wantedMs = 30 * minuteMs;

const listed = new Intl.ListFormat("en-US");

type Known = Awaited<ReturnType<typeof findPeopleWithFamilies>>[number];

/** Two cells can know one person, so each says whose page its link opens. The token is made only when the message leaves. */
async function contentOf(world: World, { id, families }: Known): Promise<MessageContent> {
  const { publicUrl } = world.config;
  const path = await makeSignInPagePath(world, id);
  const href = publicUrl + path;
  const names = families.map(({ name }) => name);
  const place = names.length > 0 ? listed.format(names) : new URL(publicUrl).hostname;
  const [rule, unexpected] = [
    "The link works once, within an hour.",
    "Didn't ask for it? You can ignore this.",
  ];
  return {
    title: "Your link to Porchlight",
    path,
    text: `Sign in to ${place} on Porchlight. ${rule}`,
    sms: `Sign in to ${short(place)} on Porchlight: ${href} ${rule} ${unexpected}`,
    email: {
      subject: `Sign in to ${place} on Porchlight`,
      before: ["Hello.", `Here is your link to ${place}. ${rule} Please do not share it.`],
      link: { label: "Sign in", href },
      after: [unexpected],
    },
  };
}

export const signInLinkKind: MessageKind = {
  name: "sign-in-link",
  isUrgent: false,
  async prepare(world, messages) {
    const since = world.clock.now().getTime() - wantedMs;
    const wanted = messages.filter(({ created_at }) => created_at.getTime() > since);
    const ids = wanted.map(({ person_id }) => Number(person_id));
    const known = await findPeopleWithFamilies(world.database.kysely, ids);
    const byId = new Map(known.map((person) => [person.id, person]));
    return {
      parcels: wanted.flatMap((message) => {
        const person = byId.get(Number(message.person_id));
        return person ? [{ messages: [message] as const, content: () => contentOf(world, person) }] : [];
      }),
    };
  },
};

/** Sends a link to the person with this number or address, unless there is nobody, or they were sent several just now. */
export async function sendSignInLink(world: World, address: CodeAddress): Promise<void> {
  const { config, database, clock, log } = world;
  const channel = channelFor(address);
  if (!channel.hasProvider(config)) return;
  const messages = await database.kysely.transaction().execute(async (trx) => {
    const personId = await findOwnerOf(trx, address);
    if (personId === undefined) return [];
    const wait = await takeAllowances(world, trx, ...usesOfSignInLink(address, personId));
    if (wait > 0) {
      log.info({ personId }, "a sign-in link was not sent, because this person was sent several just now");
      return [];
    }
    const message = { kind: signInLinkKind, personId, channel: channel.name, address: address.address };
    return await enqueueClaimed(trx, [message], clock.now());
  });
  await dispatchClaimed(world, signInLinkKind, messages);
}
