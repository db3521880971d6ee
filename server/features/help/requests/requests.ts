// The requests that a member may see.
import type * as z from "zod/mini";
import { dayMs } from "#contract/durations.ts";
import type { HelpFigures, PastRequests } from "#contract/help/past-requests.ts";
import type { HelpRequest } from "#contract/help/requests.ts";
import type { Database } from "#server/platform/db/connect.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Forbidden, NotFound } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import type { World } from "#server/platform/world.ts";
import { reopenWithinMs } from "./lifecycle.ts";
import {
  countRequestsSince,
  findCurrentRequests,
  findFirstEnd,
  findPastRequests,
  findRequest,
} from "./queries.ts";

/** A member, or the holder of a link that was sent to one. */
export type Actor = Pick<Member, "familyId" | "id" | "role">;

/** The only person whose requests this member sees, or null for those of everybody. */
export const visibleTo = (member: Actor): number | null => (member.role === "grandparent" ? member.id : null);

const seenBy = (member: Actor) => ({ familyId: member.familyId, askedBy: visibleTo(member) });

/** A closed request stays on home for as long as it can be reopened. */
const leavesHomeAt = (closedAt: Date): Date => new Date(closedAt.getTime() + reopenWithinMs);
const closedBefore = (now: Date): Date => new Date(now.getTime() - reopenWithinMs);

export const currentRequests = ({ reads }: Database, member: Actor, now: Date): Promise<HelpRequest[]> =>
  findCurrentRequests(reads, seenBy(member), closedBefore(now));

/** Finds the next time at which the clock alone takes a request of the family from home. */
export async function findNextRequestGone(db: Db, familyId: number, now: Date): Promise<Date | null> {
  const closedAt = await findFirstEnd(db, familyId, closedBefore(now));
  return closedAt && leavesHomeAt(closedAt);
}

export async function requestOf({ reads }: Database, member: Actor, id: number): Promise<HelpRequest> {
  const request = await findRequest(reads, seenBy(member), id);
  if (!request) throw new NotFound();
  return request;
}

const pageSize = 20;

/** Lists the newest requests first. `before` is the last one that the caller already has. */
export async function pastRequests(
  { reads }: Database,
  member: Member,
  before: number | undefined,
): Promise<z.output<typeof PastRequests>> {
  const found = await findPastRequests(reads, seenBy(member), { before, limit: pageSize + 1 });
  return { requests: found.slice(0, pageSize), hasOlder: found.length > pageSize };
}

const figuresMs = 30 * dayMs;

export const figures = ({ database, clock }: World, { familyId }: Member): Promise<HelpFigures> =>
  countRequestsSince(database.reads, familyId, new Date(clock.now().getTime() - figuresMs));

export const isOwn = (request: HelpRequest, member: Actor): boolean => request.askedBy.id === member.id;

/** Refuses anybody but the person who asked. */
export async function requireAsker({ database }: World, member: Member, id: number): Promise<void> {
  const request = await requestOf(database, member, id);
  if (!isOwn(request, member)) throw new Forbidden(`Only ${request.askedBy.name} can say this.`);
}

export const isClosed = ({ state }: Pick<HelpRequest, "state">): boolean =>
  state === "RESOLVED" || state === "CANCELLED";
