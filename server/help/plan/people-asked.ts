import type { Helpers } from "#contract/help/plan.ts";
import type { Member } from "#server/http/session.ts";
import { channelsOf, openChannels, type Reachable } from "#server/messages/channels.ts";
import type { World } from "#server/world.ts";

// The order in which a step finds the first contact: admins first, then by the time of joining.
const rank = ({ role }: Reachable): number => (role === "admin" ? 0 : 1);

export async function helpersOf(world: World, { familyId }: Member): Promise<Helpers> {
  const members = await channelsOf(world, familyId);
  const helpers = members
    .filter(({ role }) => role !== "grandparent")
    .sort((one, other) => rank(one) - rank(other))
    .map(({ personId: id, name, channels }) => ({ id, name, channels }));
  const { helpTextsPerRequest: maxTexts } = world.config.limits;
  return { helpers, openChannels: openChannels(world.config), maxTexts };
}
