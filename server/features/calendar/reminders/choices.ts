// The choices of each member about reminders.
import type { EventCategory } from "#contract/calendar/calendar.ts";
import { eventCategories } from "#contract/calendar/event-categories.ts";
import type { ChosenReminders, Reminders } from "#contract/calendar/reminders.ts";
import { channels as allChannels, writtenChannels } from "#contract/channels.ts";
import type { Channel } from "#contract/messages.ts";
import { Invalid } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import { channelOf, channelsOf } from "#server/platform/messages/channels.ts";
import { redirectMessages } from "#server/platform/messages/outbox.ts";
import type { World } from "#server/platform/world.ts";
import { deleteReminders, findChoice, upsertChoice } from "./queries.ts";
import { reminderMessage } from "./reminder-kind.ts";

const everything: EventCategory[] = [...eventCategories];

async function ownChannels(world: World, member: Member): Promise<Channel[]> {
  const reachable = await channelsOf(world, member.familyId);
  const own = reachable.find(({ personId }) => personId === member.id)?.channels ?? [];
  return writtenChannels.filter((channel) => own.includes(channel));
}

export async function remindersOf(world: World, member: Member): Promise<Reminders> {
  const [channels, chosen] = await Promise.all([
    ownChannels(world, member),
    findChoice(world.database.kysely, member.familyId, member.id),
  ]);
  const preset = { isOn: false, leadTime: "1-hour", channel: channels[0] ?? allChannels[0] } as const;
  return { ...preset, categories: everything, ...chosen, channels };
}

/** Reminders that were due before are not sent, so that turning this on does not flood anybody with old news. */
export async function changeReminders(world: World, member: Member, chosen: ChosenReminders): Promise<void> {
  const { database, clock } = world;
  const { isOn, leadTime, channel, categories } = chosen;
  if (isOn && !(await ownChannels(world, member)).includes(channel)) {
    const { missingAddress } = channelOf(channel);
    throw new Invalid(missingAddress, { channel: missingAddress });
  }
  const now = clock.now();
  const choice = {
    family_id: member.familyId,
    person_id: member.id,
    is_on: isOn,
    lead_time: leadTime,
    channel,
    categories,
    chosen_at: now,
    check_at: now,
  };
  await database.kysely.transaction().execute(async (trx) => {
    await upsertChoice(trx, choice);
    if (!isOn) await deleteReminders(trx, choice);
    await redirectMessages(trx, reminderMessage, { familyId: member.familyId, personId: member.id, channel });
    await publish(trx, { personId: member.id }, "reminders");
  });
}
