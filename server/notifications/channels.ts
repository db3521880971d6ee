import type { Role } from "#contract/families.ts";
import { type Channel, channels } from "#contract/notifications.ts";
import type { World } from "../world.ts";

export interface Reachable {
  personId: number;
  name: string;
  role: Role;
  /** The ways that lead to this person, as far as we know now. */
  channels: Channel[];
}

interface Found extends Omit<Reachable, "channels"> {
  has_push: boolean;
  has_sms: boolean;
  has_email: boolean;
}

const listReachable = {
  name: "list-reachable",
  text: `select p.id as "personId", p.username as name, m.role,
      p.phone_number is not null as has_sms, p.email is not null as has_email,
      exists (select from push_subscriptions u join sessions s on s.id = u.session_id
        where u.person_id = p.id and s.expires_at > $2) as has_push
    from memberships m join people p on p.id = m.person_id
    where m.family_id = $1 order by m.joined_at, p.id`,
};

/** The ways that this server has a provider for. */
export function openChannels({ isSandbox, twilio, smtp }: World["config"]): Channel[] {
  const open = { push: true, sms: isSandbox || twilio !== undefined, email: isSandbox || smtp !== undefined };
  return channels.filter((channel) => open[channel]);
}

/** On which ways each of a family can be reached. */
export async function channelsOf(
  { config, database, clock }: Pick<World, "config" | "database" | "clock">,
  familyId: number,
): Promise<Reachable[]> {
  const open = openChannels(config);
  const found = await database.read<Found>(listReachable, [familyId, clock.now()]);
  return found.map(({ has_push, has_sms, has_email, ...person }) => {
    const has = { push: has_push, sms: has_sms, email: has_email };
    return { ...person, channels: open.filter((channel) => has[channel]) };
  });
}
