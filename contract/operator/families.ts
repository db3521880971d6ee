// The families of a server as its operator sees them: names, counts, sizes, dates and states, and nothing that a family wrote.
import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Id, IdParams, Instant, line, nothing, PathId } from "../values.ts";

/** Finds names with words that begin like these. */
export const Search = z.optional(line(100));

export const OperatedFamily = z.object({
  id: Id,
  name: z.string(),
  people: z.int(),
  createdAt: Instant,
  /** When somebody of the family last used the app, to the hour, or null if all of them are signed out. */
  lastSeenAt: z.nullable(Instant),
  /** Pictures and voice messages. */
  storedBytes: z.int(),
  maxMegabytes: z.int(),
  /** Whether the operator has set `maxMegabytes` for this family. */
  hasOwnQuota: z.boolean(),
  /** Requests for help of the last 30 days. */
  requests: z.int(),
  /** When the family is deleted, if that was asked for. */
  deletionDueAt: z.nullable(Instant),
});
export type OperatedFamily = z.output<typeof OperatedFamily>;

export const OperatedFamilies = z.object({ families: z.array(OperatedFamily), hasMore: z.boolean() });
export type OperatedFamilies = z.output<typeof OperatedFamilies>;

export const listOperatedFamilies = endpoint({
  method: "GET",
  path: "/api/operator/families",
  access: "operator",
  summary:
    "The families of this server, newest first, 50 at a time; a search finds 50 and has no further page",
  query: z.object({ search: Search, before: z.optional(PathId) }),
  response: OperatedFamilies,
});

const maxQuota = 10_000_000;

export const Quota = z.strictObject({
  /** Null for what is set for all families. */
  megabytes: z.nullable(z.int("Please give a whole number").check(z.minimum(0), z.maximum(maxQuota))),
});

export const setFamilyQuota = endpoint({
  method: "PUT",
  path: "/api/operator/families/:id/quota",
  access: "operator",
  summary: "Set how many megabytes of pictures and voice messages a family may store",
  params: IdParams,
  body: Quota,
  response: nothing,
});

export const removeFamily = endpoint({
  method: "POST",
  path: "/api/operator/families/:id/deletion",
  access: "operator",
  needsFreshProof: true,
  summary: "Have a family deleted in seven days; every member is told and can keep it",
  params: IdParams,
  response: z.object({ dueAt: Instant }),
  status: 201,
});

export const keepOperatedFamily = endpoint({
  method: "DELETE",
  path: "/api/operator/families/:id/deletion",
  access: "operator",
  summary: "Keep a family after all",
  params: IdParams,
  response: nothing,
});
