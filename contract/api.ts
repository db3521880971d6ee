// Every endpoint by its method and path. The web imports only these types, so schemas are downloaded just by pages that
// check a form.
import type { EndpointShape } from "./endpoint.ts";

/** The endpoints that a module, or each of several modules, exports. */
export type EndpointsIn<Module> = Module extends unknown
  ? Extract<Module[keyof Module], EndpointShape>
  : never;

/** The name by which the web calls an endpoint, such as "GET /api/family". */
export type NameOf<E extends EndpointShape> = `${E["method"]} ${E["path"]}`;

/** A file with endpoints is listed here, and the web can call them. */
type Endpoint =
  | EndpointsIn<typeof import("./accounts/accounts.ts")>
  | EndpointsIn<typeof import("./accounts/changes.ts")>
  | EndpointsIn<typeof import("./accounts/deletion.ts")>
  | EndpointsIn<typeof import("./accounts/passkeys.ts")>
  | EndpointsIn<typeof import("./accounts/pictures.ts")>
  | EndpointsIn<typeof import("./accounts/sign-in-codes.ts")>
  | EndpointsIn<typeof import("./accounts/sign-in.ts")>
  | EndpointsIn<typeof import("./activity.ts")>
  | EndpointsIn<typeof import("./birthdays.ts")>
  | EndpointsIn<typeof import("./calendar/calendar.ts")>
  | EndpointsIn<typeof import("./calendar/google.ts")>
  | EndpointsIn<typeof import("./calendar/manual-events.ts")>
  | EndpointsIn<typeof import("./calendar/published.ts")>
  | EndpointsIn<typeof import("./calendar/reminders.ts")>
  | EndpointsIn<typeof import("./calendar/settings.ts")>
  | EndpointsIn<typeof import("./cells.ts")>
  | EndpointsIn<typeof import("./families.ts")>
  | EndpointsIn<typeof import("./hellos.ts")>
  | EndpointsIn<typeof import("./help/answers.ts")>
  | EndpointsIn<typeof import("./help/guides.ts")>
  | EndpointsIn<typeof import("./help/past-requests.ts")>
  | EndpointsIn<typeof import("./help/phrases.ts")>
  | EndpointsIn<typeof import("./help/plan.ts")>
  | EndpointsIn<typeof import("./help/promises.ts")>
  | EndpointsIn<typeof import("./help/replies.ts")>
  | EndpointsIn<typeof import("./help/requests.ts")>
  | EndpointsIn<typeof import("./help/scams.ts")>
  | EndpointsIn<typeof import("./help/things.ts")>
  | EndpointsIn<typeof import("./help/video-calls.ts")>
  | EndpointsIn<typeof import("./help/webhook.ts")>
  | EndpointsIn<typeof import("./home.ts")>
  | EndpointsIn<typeof import("./invitations.ts")>
  | EndpointsIn<typeof import("./letters.ts")>
  | EndpointsIn<typeof import("./lights.ts")>
  | EndpointsIn<typeof import("./local-events.ts")>
  | EndpointsIn<typeof import("./messages.ts")>
  | EndpointsIn<typeof import("./operator/choices.ts")>
  | EndpointsIn<typeof import("./operator/failed-messages.ts")>
  | EndpointsIn<typeof import("./operator/families.ts")>
  | EndpointsIn<typeof import("./operator/figures.ts")>
  | EndpointsIn<typeof import("./operator/people.ts")>
  | EndpointsIn<typeof import("./personal-data/account-export.ts")>
  | EndpointsIn<typeof import("./personal-data/family-deletion.ts")>
  | EndpointsIn<typeof import("./personal-data/family-export.ts")>
  | EndpointsIn<typeof import("./personal-data/family-import.ts")>
  | EndpointsIn<typeof import("./personal-data/family-storage.ts")>
  | EndpointsIn<typeof import("./phone-doors.ts")>
  | EndpointsIn<typeof import("./puzzles.ts")>
  | EndpointsIn<typeof import("./questions.ts")>
  | EndpointsIn<typeof import("./reachability.ts")>;

/** The endpoints by what calls name them. */
export type Api = { [E in Endpoint as NameOf<E>]: E };

/** The calls of endpoints that don't ask who is calling. */
export type PublicCall = {
  [Name in keyof Api]: Api[Name]["access"] extends "anyone" ? Name : never;
}[keyof Api];
