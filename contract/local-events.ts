import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { Id } from "./values.ts";

export const LocalEvent = z.object({
  id: Id,
  title: z.string(),
  /** A wall-clock time in the family's zone: YYYY-MM-DDTHH:MM. */
  date: z.string(),
  location: z.string(),
  description: z.string(),
});
export type LocalEvent = z.output<typeof LocalEvent>;

export const listActiveLocalEvents = endpoint({
  method: "GET",
  path: "/api/local-events/active",
  access: "member",
  summary: "Things to do in the next 14 days, in time order",
  response: z.array(LocalEvent),
});
