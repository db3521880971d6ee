import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { nothing } from "./values.ts";

export const getCalendarAuthUrl = endpoint({
  method: "GET",
  path: "/api/calendar/auth-url",
  access: "admin",
  summary: "Where a Google calendar is connected, for this session and ten minutes",
  response: z.object({ authUrl: z.string() }),
});

export const disconnectCalendar = endpoint({
  method: "POST",
  path: "/api/calendar/disconnect",
  access: "admin",
  summary: "Give the permission to read the Google calendar back",
  response: nothing,
});
