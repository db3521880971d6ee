import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Role } from "../families.ts";
import { Id, IdParams, Instant, nothing, PathId } from "../values.ts";
import { Search } from "./families.ts";

export const OperatedPerson = z.object({
  id: Id,
  name: z.string(),
  /** The last two digits of the phone number, if there is one. */
  lastDigits: z.nullable(z.string()),
  lastSeenAt: z.nullable(Instant),
  families: z.array(z.object({ id: Id, name: z.string(), role: Role })),
  isOperator: z.boolean(),
  /** When the account is deleted, if that was asked for. */
  deletionDueAt: z.nullable(Instant),
});
export type OperatedPerson = z.output<typeof OperatedPerson>;

export const OperatedPeople = z.object({ people: z.array(OperatedPerson), hasMore: z.boolean() });
export type OperatedPeople = z.output<typeof OperatedPeople>;

export const listOperatedPeople = endpoint({
  method: "GET",
  path: "/api/operator/people",
  access: "operator",
  summary: "The people of this server, newest first, 50 at a time; a search finds 50 and has no further page",
  query: z.object({ search: Search, before: z.optional(PathId) }),
  response: OperatedPeople,
});

export const endPersonsSessions = endpoint({
  method: "DELETE",
  path: "/api/operator/people/:id/sessions",
  access: "operator",
  needsFreshProof: true,
  summary: "Sign a person out on all of their devices",
  params: IdParams,
  response: z.object({ ended: z.int() }),
});

export const removePerson = endpoint({
  method: "POST",
  path: "/api/operator/people/:id/deletion",
  access: "operator",
  needsFreshProof: true,
  summary: "Have an account deleted in seven days; its person is told and can keep it",
  params: IdParams,
  response: z.object({ dueAt: Instant }),
  status: 201,
});

export const keepPerson = endpoint({
  method: "DELETE",
  path: "/api/operator/people/:id/deletion",
  access: "operator",
  summary: "Keep an account after all",
  params: IdParams,
  response: nothing,
});
