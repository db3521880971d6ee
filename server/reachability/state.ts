import type { ReachabilityState } from "#contract/reachability.ts";
import type { World } from "#server/world.ts";
import { contactMethodsInFamily, isSilent, isUsable, type Reached } from "./known-contact-methods.ts";

/** Returns whether anybody in a family would hear a request for help. */
export function stateOf(members: readonly Reached[], now: Date): ReachabilityState {
  const helpers = members.filter(({ role }) => role !== "grandparent");
  const usable = helpers
    .map(({ contactMethods }) => contactMethods.filter(isUsable))
    .filter((methods) => methods.length > 0);
  if (usable.length === 0) return "nobody";
  const heard = usable.filter((methods) => methods.some((method) => !isSilent(method, now)));
  if (heard.length === 0) return "unproven";
  return heard.length === 1 ? "one-person" : "reachable";
}

export const reachabilityOf = async (world: World, familyId: number): Promise<ReachabilityState> =>
  stateOf(await contactMethodsInFamily(world, familyId), world.clock.now());
