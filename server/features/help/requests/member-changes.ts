// Updates open requests when a family's members change or a helper stops helping, so that no request is lost.
import type { Db } from "#server/platform/db/schema.ts";
import { stopWaiting } from "#server/platform/messages/outbox.ts";
import { helpMessage, wakeWorkers } from "./help-message.ts";
import { type Transition, transition } from "./lifecycle.ts";
import {
  deleteAcknowledgements,
  findHelperIds,
  lockRequestsOfHelper,
  lockUnacknowledged,
  type RequestKey,
} from "./lifecycle-queries.ts";

/** Opens acknowledged requests again, restarts their plans, and removes the acknowledgements. */
export async function restartPlans(trx: Db, requests: Transition["requests"], now: Date): Promise<void> {
  if (requests.length === 0) return;
  await deleteAcknowledgements(trx, requests);
  await transition(trx, { requests, to: "ACCEPTED", at: now });
  // A message that says that somebody helps, and has not left yet, is no longer true.
  await stopWaiting(trx, helpMessage)
    .where(
      "subject_id",
      "in",
      requests.map(({ id }) => id),
    )
    .where("about", "in", ["ACKNOWLEDGED", "REMINDED"])
    .execute();
  await wakeWorkers(trx);
}

/** Reopens the requests that this person had acknowledged. */
export async function releaseRequests(trx: Db, familyId: number, personId: number, now: Date): Promise<void> {
  const acknowledged = await lockRequestsOfHelper(trx, familyId, personId);
  const requests = acknowledged.map((key) => ({ ...key, actor: null }));
  await restartPlans(trx, requests, now);
  await stopWaiting(trx, helpMessage)
    .where("family_id", "=", familyId)
    .where("person_id", "=", personId)
    .execute();
}

interface Reviewed extends RequestKey {
  readonly actor: number | null;
  readonly to: "REACHED" | "SEEN" | "UNREACHABLE";
}

type Open = Awaited<ReturnType<typeof lockUnacknowledged>>;

/** Returns the state that a request takes because of these people and their receipts, if it is another one. */
function reviewed(
  { family_id, id, asked_by, state }: Open["requests"][number],
  receipts: Open["receipts"],
  helperIds: readonly number[],
): Reviewed[] {
  if (helperIds.every((helper) => helper === asked_by))
    return [{ family_id, id, actor: null, to: "UNREACHABLE" }];
  if (state !== "ACCEPTED") return [];
  for (const to of ["SEEN", "REACHED"] as const) {
    const receipt = receipts.find((each) => each.help_request_id === id && each.state === to);
    if (receipt) return [{ family_id, id, actor: receipt.person_id, to }];
  }
  return [];
}

/** Sets the state of each open, unacknowledged request from the receipts of the people who are still members. */
export async function reviewOpenRequests(trx: Db, familyId: number, now: Date): Promise<void> {
  const { requests, receipts } = await lockUnacknowledged(trx, familyId);
  const helperIds = await findHelperIds(trx, familyId);
  const changes = requests.flatMap((request) => reviewed(request, receipts, helperIds));
  for (const to of ["UNREACHABLE", "REACHED", "SEEN"] as const)
    await transition(trx, { requests: changes.filter((change) => change.to === to), to, at: now });
}
