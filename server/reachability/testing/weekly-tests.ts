// Everybody who helps is tested once a week.
import { sql } from "kysely";
import type { Channel } from "#contract/messages.ts";
import type { ContactMethod } from "#contract/reachability.ts";
import type { Row } from "#server/db/schema.ts";
import { maxBatch, processAllDue } from "#server/jobs/due-rows.ts";
import type { World } from "#server/world.ts";
import { contactMethodsOfPerson, isSilent, isUsable } from "../known-contact-methods.ts";
import { civilMoment, nextTestAfter, testAfterThis } from "./moments.ts";
import { sendTestBy } from "./test-messages.ts";

/** Null in `time_zone`: somebody who helps in no family any more. */
type Due = Row<"weekly_tests"> & { was_planned: boolean; time_zone: string | null };

// A server that dies while it sends leaves them to the others after this.
const lease = 3 * 60_000;
const pauses = [5, 15, 60, 180].map((minutes) => minutes * 60_000);
const betweenTexts = 27 * 24 * 60 * 60_000;

/** Each is taken once, by whichever server comes first. */
async function claimDue({ database, clock }: World): Promise<Due[]> {
  const now = clock.now();
  const { rows } = await sql<Due>`
    update weekly_tests t set due_at = ${new Date(now.getTime() + lease)}, tries = t.tries + 1
    from (
      select person_id, due_at from weekly_tests where due_at is null or due_at <= ${now}
      order by due_at nulls first limit ${maxBatch} for update skip locked
    ) as due
    left join lateral (
      select f.time_zone from memberships m join families f on f.id = m.family_id
      where m.person_id = due.person_id and m.role <> 'grandparent' order by m.joined_at, f.id limit 1
    ) as home on true
    where t.person_id = due.person_id
    returning t.*, due.due_at is not null as was_planned, home.time_zone`.execute(database.kysely);
  return rows;
}

const plan = ({ database }: World, { person_id }: Due, due_at: Date) =>
  database.kysely
    .updateTable("weekly_tests")
    .set({ due_at, tries: 0 })
    .where("person_id", "=", person_id)
    .execute();

const tryAgain = ({ database }: World, { person_id }: Due, due_at: Date) =>
  database.kysely.updateTable("weekly_tests").set({ due_at }).where("person_id", "=", person_id).execute();

const forget = ({ database }: World, { person_id }: Due) =>
  database.kysely.deleteFrom("weekly_tests").where("person_id", "=", person_id).execute();

const isTextedLately = ({ channel, testedAt }: ContactMethod, now: Date): boolean =>
  channel === "sms" && testedAt !== null && Date.parse(testedAt) > now.getTime() - betweenTexts;

// A text costs money: an e-mail before it.
const worth: readonly Channel[] = ["push", "email", "sms"];

/** The best way from which something is heard. The app costs nothing: it is tried also while it is silent. */
function channelsToTest(methods: readonly ContactMethod[], now: Date): Channel[] {
  const [first, ...others] = methods
    .filter(isUsable)
    .sort((one, other) => worth.indexOf(one.channel) - worth.indexOf(other.channel));
  if (!first) return [];
  const next = isSilent(first, now) ? others.find((method) => !isSilent(method, now)) : undefined;
  const chosen = next && first.channel === "push" ? [first, next] : [next ?? first];
  return chosen.filter((method) => !isTextedLately(method, now)).map(({ channel }) => channel);
}

async function sendTo(world: World, due: Due, timeZone: string): Promise<void> {
  const now = world.clock.now();
  const channels = channelsToTest(await contactMethodsOfPerson(world, due.person_id), now);
  const handovers = await Promise.all(channels.map((channel) => sendTestBy(world, due.person_id, channel)));
  const hasLeft = channels.length === 0 || handovers.some(({ outcome }) => outcome === "taken");
  const pause = handovers.every(({ outcome }) => outcome === "permanent") ? 0 : pauses[due.tries - 1];
  if (hasLeft || pause === undefined) await plan(world, due, testAfterThis(now, timeZone));
  else await tryAgain(world, due, new Date(now.getTime() + pause));
}

async function see(world: World, due: Due): Promise<void> {
  const { time_zone: timeZone } = due;
  const now = world.clock.now();
  if (timeZone === null) return void (await forget(world, due));
  if (!due.was_planned) return void (await plan(world, due, nextTestAfter(now, timeZone)));
  const moment = civilMoment(now, timeZone);
  if (moment > now) return void (await plan(world, due, moment));
  await sendTo(world, due, timeZone);
}

/** Whoever is to be tested now is. */
export const sendWeeklyTests = (world: World): Promise<void> =>
  processAllDue(8, {
    claim: () => claimDue(world),
    process: (due) => see(world, due),
    onError: (err, due) => world.log.error({ err, person: due.person_id }, "a weekly test was not sent"),
  });
