import type { Role } from "#contract/families.ts";
import { type Channel, channels } from "#contract/messages.ts";
import type { World } from "#server/world.ts";

export interface Reachable {
  personId: number;
  name: string;
  role: Role;
  /** The channels on which this person can currently be reached. */
  channels: Channel[];
}

interface Addresses {
  has_push: boolean;
  has_sms: boolean;
  has_email: boolean;
}

const addresses = `p.phone_number is not null as has_sms, p.email is not null as has_email,
      exists (select from push_subscriptions u join sessions s on s.id = u.session_id
        where u.person_id = p.id and s.expires_at > $2) as has_push`;

const listReachable = {
  name: "list-reachable",
  text: `select p.id as "personId", p.username as name, m.role, ${addresses}
    from memberships m join people p on p.id = m.person_id
    where m.family_id = $1 order by m.joined_at, p.id`,
};

/** The channels for which this server has a provider. */
export function openChannels({ isSandbox, twilio, smtp }: World["config"]): Channel[] {
  const open = { push: true, sms: isSandbox || twilio !== undefined, email: isSandbox || smtp !== undefined };
  return channels.filter((channel) => open[channel]);
}

function channelsTo(config: World["config"], { has_push, has_sms, has_email }: Addresses): Channel[] {
  const has = { push: has_push, sms: has_sms, email: has_email };
  return openChannels(config).filter((channel) => has[channel]);
}

type Given = Pick<World, "config" | "database" | "clock">;

/** The channels on which each member of a family can be reached. */
export async function channelsOf({ config, database, clock }: Given, familyId: number): Promise<Reachable[]> {
  const values = [familyId, clock.now()];
  const found = await database.read<Omit<Reachable, "channels"> & Addresses>(listReachable, values);
  return found.map(({ personId, name, role, ...has }) => ({
    ...{ personId, name, role },
    channels: channelsTo(config, has),
  }));
}

const findAddresses = { name: "find-addresses", text: `select ${addresses} from people p where p.id = $1` };

/** The channels on which one person can be reached. */
export async function channelsOfPerson(
  { config, database, clock }: Given,
  personId: number,
): Promise<Channel[]> {
  const [found] = await database.read<Addresses>(findAddresses, [personId, clock.now()]);
  return found ? channelsTo(config, found) : [];
}
