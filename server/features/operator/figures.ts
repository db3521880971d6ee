// Who comes to this server and what its limits refuse, as counts alone.
import { dayMs } from "#contract/durations.ts";
import type { Count, Figures } from "#contract/operator/figures.ts";
import { limitHitsSince } from "#server/platform/allowances/limit-hits.ts";
import type { World } from "#server/platform/world.ts";
import {
  countAccountDeletions,
  countCreated,
  countOpenInvitations,
  countStartedSignUps,
} from "./figure-queries.ts";
import { wordsOfLimit } from "./limit-words.ts";

const shownDays = 14;
const maxCounted = 1_000;

const upTo = (count: number): Count => ({ count, hasMore: count >= maxCounted });

/** The beginnings of the shown days in UTC, today first. */
function shownDaysAt(now: Date): Date[] {
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  return Array.from({ length: shownDays }, (_, ago) => new Date(today - ago * dayMs));
}

async function newOn({ database: { reads } }: World, from: Date): Promise<Figures["days"][number]> {
  const to = new Date(from.getTime() + dayMs);
  const [people, families] = await Promise.all([
    countCreated(reads, "people", from, to, maxCounted),
    countCreated(reads, "families", from, to, maxCounted),
  ]);
  return {
    day: from.toISOString().slice(0, "YYYY-MM-DD".length),
    people: upTo(people),
    families: upTo(families),
  };
}

async function startedSignUps({ database }: World, since: Date): Promise<Count> {
  const { codes, addresses } = await countStartedSignUps(database.reads, since, maxCounted);
  return { count: addresses, hasMore: codes >= maxCounted };
}

export async function figuresOf(world: World): Promise<Figures> {
  const { reads } = world.database;
  const now = world.clock.now();
  const dayAgo = new Date(now.getTime() - dayMs);
  const [days, invitations, started, deletions, hits] = await Promise.all([
    Promise.all(shownDaysAt(now).map((day) => newOn(world, day))),
    countOpenInvitations(reads, now, maxCounted),
    startedSignUps(world, dayAgo),
    countAccountDeletions(reads, maxCounted),
    limitHitsSince(world, dayAgo),
  ]);
  return {
    days,
    openInvitations: upTo(invitations),
    startedSignUps: started,
    accountDeletions: upTo(deletions),
    limitHits: hits.flatMap(({ name, refused }) => {
      const limit = wordsOfLimit(name);
      return limit === undefined ? [] : [{ limit, refused }];
    }),
  };
}
