import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Instant, LinkParams, nothing } from "#contract/values.ts";

export const requestFamilyDeletion = endpoint({
  method: "POST",
  path: "/api/family/deletion",
  access: "admin",
  needsFreshProof: true,
  summary:
    "Have the family deleted in seven days, everywhere and for good; every member is told and can keep it",
  response: z.object({ dueAt: Instant }),
  status: 201,
});

export const cancelFamilyDeletion = endpoint({
  method: "DELETE",
  path: "/api/family/deletion",
  access: "member",
  summary: "Keep the family after all",
  response: nothing,
});

/** The deletion of a family, for the page that its message links to. */
export const FamilyDeletion = z.object({
  /** Null for somebody who is no longer in the family. */
  familyName: z.nullable(z.string()),
  /** Null if the person who asked has deleted their account, and for somebody who is no longer in the family. */
  askedBy: z.nullable(z.string()),
  askedAt: Instant,
  /** Null if the family stays. */
  dueAt: z.nullable(Instant),
});
export type FamilyDeletion = z.output<typeof FamilyDeletion>;

export const getFamilyDeletion = endpoint({
  method: "GET",
  path: "/api/family-deletions/:token",
  access: "anyone",
  summary: "The deletion of a family that a message reported; reading it changes nothing",
  params: LinkParams,
  response: FamilyDeletion,
});

export const keepFamily = endpoint({
  method: "POST",
  path: "/api/family-deletions/:token/undoing",
  access: "anyone",
  summary: "Keep the family, without a sign-in",
  params: LinkParams,
  response: FamilyDeletion,
});
