import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { Id, nothing } from "./values.ts";

export const roles = ["admin", "child", "grandparent"] as const;
export const Role = z.enum(roles, "Please select a role");
export type Role = z.output<typeof Role>;

/** An IANA time zone name, as the browser tells it; the server refuses one it does not know. */
export const TimeZone = z.string().check(z.minLength(1), z.maxLength(64));

export const FamilyMember = z.object({
  id: Id,
  name: z.string(),
  role: Role,
  /** E.164, null for somebody who came by third-party sign-in. */
  phoneNumber: z.nullable(z.string()),
});
export type FamilyMember = z.output<typeof FamilyMember>;

export const Family = z.object({
  id: Id,
  name: z.string(),
  timeZone: z.string(),
  /** ISO 3166-1 alpha-2. */
  country: z.string(),
  /** What to dial in an emergency in this country. */
  emergencyNumber: z.string(),
  /** In the order in which they joined. */
  members: z.array(FamilyMember),
});
export type Family = z.output<typeof Family>;

export const getFamily = endpoint({
  method: "GET",
  path: "/api/family",
  access: "member",
  summary: "The open family and its members",
  response: Family,
});

export const NewFamily = z.strictObject({
  role: z.enum(["admin", "grandparent"], "Please select a role"),
  timeZone: z.optional(TimeZone),
});

export const startFamily = endpoint({
  method: "POST",
  path: "/api/families",
  access: "person",
  summary: "Start a family of one's own, for somebody who is in none",
  body: NewFamily,
  response: z.object({ id: Id }),
  status: 201,
});

export const openFamily = endpoint({
  method: "PUT",
  path: "/api/account/family",
  access: "person",
  summary: "Look at another of one's families on this device",
  body: z.strictObject({ familyId: Id }),
  response: nothing,
});
