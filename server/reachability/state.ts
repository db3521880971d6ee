import type { ReachabilityState } from "#contract/reachability.ts";
import type { World } from "../world.ts";
import { isSilent, isUsable, type Reached, waysInFamily } from "./ways.ts";

/** Whether somebody of a family would hear when help is asked for. */
export function stateOf(members: readonly Reached[], now: Date): ReachabilityState {
  const helpers = members.filter(({ role }) => role !== "grandparent");
  const usable = helpers.map(({ ways }) => ways.filter(isUsable)).filter((ways) => ways.length > 0);
  if (usable.length === 0) return "nobody";
  const heard = usable.filter((ways) => ways.some((way) => !isSilent(way, now)));
  if (heard.length === 0) return "unproven";
  return heard.length === 1 ? "one-person" : "reachable";
}

export const reachabilityOf = async (world: World, familyId: number): Promise<ReachabilityState> =>
  stateOf(await waysInFamily(world, familyId), world.clock.now());
