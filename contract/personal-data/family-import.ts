import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Role } from "#contract/families.ts";
import { Id } from "#contract/values.ts";

/** Larger files are refused. */
export const maxImportMegabytes = 50;

const Count = z.int();

/** The result of an import: what was imported, and what has to be done by hand. */
export const FamilyImport = z.object({
  familyId: Id,
  familyName: z.string(),
  brought: z.object({
    events: Count,
    localEvents: Count,
    puzzles: Count,
    helpPhrases: Count,
    escalationPlans: Count,
    things: Count,
    guides: Count,
  }),
  /** Help requests and the activity log stay on the other server, because they are about accounts there. */
  left: z.object({
    helpRequests: Count,
    activity: Count,
    /** The names of subscribed calendars. Their addresses are in no export. */
    calendars: z.array(z.string()),
    /** Whether a program was told about requests for help. Its address is in no export, either. */
    hasWebhook: z.boolean(),
  }),
  /** The other members in the file. They come back by invitation. */
  people: z.array(z.object({ name: z.string(), role: Role, phoneNumber: z.nullable(z.string()) })),
  /** The family that the person was alone in, and which they left because nothing was in it. */
  leftFamily: z.nullable(z.string()),
});
export type FamilyImport = z.output<typeof FamilyImport>;

export const importFamily = endpoint({
  method: "POST",
  path: "/api/family-imports",
  access: "person",
  summary:
    "Open a family from the ZIP of GET /api/family/export, on this server or another one, as its admin",
  upload: { type: "zip", maxBytes: maxImportMegabytes * 1024 * 1024 },
  response: FamilyImport,
  status: 201,
});
