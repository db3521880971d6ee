import * as z from "zod/mini";
import { Birthday } from "./birthdays.ts";
import { PhoneNumber } from "./contact-details.ts";
import { countries } from "./countries.ts";
import { endpoint } from "./endpoint.ts";
import type { FamilySwitch } from "./family-switches.ts";
import { roles } from "./roles.ts";
import { Id, IdParams, Instant, nameLine, nothing, PathId } from "./values.ts";

export const Role = z.enum(roles, "Please select a role");
export type Role = z.output<typeof Role>;

/** An IANA time zone name from the browser. The server refuses one it does not know. */
export const TimeZone = z.string().check(z.minLength(1), z.maxLength(64));

export const FamilyMember = z.object({
  id: Id,
  name: z.string(),
  role: Role,
  /** The number in E.164 format, or null for people who have given none. */
  phoneNumber: z.nullable(z.string()),
});
export type FamilyMember = z.output<typeof FamilyMember>;

/** A member with the address of their picture, if they have given one, and their birthday, if the family knows it. */
export const PicturedMember = z.extend(FamilyMember, {
  picture: z.nullable(z.string()),
  birthday: z.nullable(Birthday),
});
export type PicturedMember = z.output<typeof PicturedMember>;

/** Somebody to phone who is not in the family here. Only the device stores it. */
export const CallablePerson = z.object({
  name: nameLine(60, 1, "Name is required"),
  phoneNumber: PhoneNumber,
});
export type CallablePerson = z.output<typeof CallablePerson>;

const Switches = z.object({
  hellos: z.boolean(),
  birthdays: z.boolean(),
  lights: z.boolean(),
  weeklyQuestion: z.boolean(),
  sundayLetter: z.boolean(),
} satisfies Record<FamilySwitch, z.ZodMiniBoolean>);

export const Family = z.object({
  id: Id,
  name: z.string(),
  timeZone: z.string(),
  /** ISO 3166-1 alpha-2. */
  country: z.string(),
  /** The number to dial in an emergency in this country. */
  emergencyNumber: z.string(),
  /** Whether Porchlight's own puzzles are shown when the family has none. */
  puzzleLibrary: z.boolean(),
  /** What the family does together. Nobody sees anything of what is turned off. */
  ...Switches.shape,
  /** The member that the family's plan asks first, if it names one. */
  firstContactId: z.nullable(Id),
  /** When the family is deleted and who asked for it, or null unless an admin has. */
  deletion: z.nullable(z.object({ dueAt: Instant, askedBy: z.nullable(z.string()) })),
  /** Sorted by the time they joined. */
  members: z.array(PicturedMember),
});
export type Family = z.output<typeof Family>;

export const getFamily = endpoint({
  method: "GET",
  path: "/api/family",
  access: "member",
  summary: "The open family and its members",
  response: Family,
});

/** Fields that are left out keep their value. */
export const FamilySettings = z.strictObject({
  name: z.optional(nameLine(60, 1, "Please give the family a name")),
  timeZone: z.optional(TimeZone),
  country: z.optional(z.enum(countries, "Please choose a country")),
  puzzleLibrary: z.optional(z.boolean()),
  ...z.partial(Switches).shape,
});
export type FamilySettings = z.output<typeof FamilySettings>;

export const changeFamily = endpoint({
  method: "PUT",
  path: "/api/family",
  access: "admin",
  summary:
    "Change the family's name, time zone, country, whether the puzzles of the library are used, or what the family does together",
  body: FamilySettings,
  response: Family,
});

export const SeenMember = z.extend(PicturedMember, {
  /** The last use of Porchlight in this family, to the hour; null if they are signed in nowhere. */
  lastSeenAt: z.nullable(Instant),
});
export type SeenMember = z.output<typeof SeenMember>;

export const listMembers = endpoint({
  method: "GET",
  path: "/api/family/members",
  access: "admin",
  summary: "The family's members, and when each was last seen",
  response: z.array(SeenMember),
});

export const getProxyState = endpoint({
  method: "GET",
  path: "/api/family/proxy",
  access: "admin",
  summary: "Whether this request came through a proxy that the server does not trust",
  response: z.object({ isProxyUntrusted: z.boolean() }),
});

export const changeRole = endpoint({
  method: "PUT",
  path: "/api/family/members/:id",
  access: "admin",
  needsFreshProof: true,
  summary: "Change a member's role; a family's last admin must stay one (409)",
  params: IdParams,
  body: z.strictObject({ role: Role }),
  response: nothing,
});

export const removeMember = endpoint({
  method: "DELETE",
  path: "/api/family/members/:id",
  access: "admin",
  needsFreshProof: true,
  summary:
    "Remove someone from the family; they no longer see anything of it, and the hellos that they gave stay unless they are to go",
  params: IdParams,
  query: z.object({ hellos: z.optional(z.enum(["stay", "go"])) }),
  response: nothing,
});

export const leaveFamily = endpoint({
  method: "DELETE",
  path: "/api/family/membership",
  access: "member",
  summary:
    "Leave the open family; its last admin cannot while others are in it (409), unless a successor becomes admin, which needs a fresh proof",
  query: z.object({ successor: z.optional(PathId) }),
  response: nothing,
});

export const NewFamily = z.strictObject({
  role: z.enum(["admin", "grandparent"], "Please select a role"),
  timeZone: z.optional(TimeZone),
});

export const startFamily = endpoint({
  method: "POST",
  path: "/api/families",
  access: "person",
  summary: "Start a family, for someone who has none",
  body: NewFamily,
  response: z.object({ id: Id }),
  status: 201,
});

export const openFamily = endpoint({
  method: "PUT",
  path: "/api/account/family",
  access: "person",
  summary: "Switch to another of your families on this device",
  body: z.strictObject({ familyId: Id }),
  response: nothing,
});
