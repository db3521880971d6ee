// The answers of the specification's calls hold what it lists. What we add to them is optional for every screen, so it
// is filled in here. Only types come from the contract, whose schemas home does not need.
import type { getStatus, register, User, verifyCode } from "#contract/accounts/sign-in.ts";
import type { listCalendarEvents } from "#contract/calendar/calendar.ts";
import type { listManualEvents } from "#contract/calendar/manual-events.ts";
import type { getCalendarSettings } from "#contract/calendar/settings.ts";
import type { Answer, EndpointShape } from "#contract/endpoint.ts";
import type { createInvitation, listInvitations, verifyInvitation } from "#contract/invitations.ts";
import type { listActiveLocalEvents } from "#contract/local-events.ts";
import type { getActivePuzzle, listPuzzles } from "#contract/puzzles.ts";

/** Default fields for an answer that lacks them, at the top or in a nested object. In a list, each entry gets them. */
type Fields<T> = T extends readonly (infer Entry)[]
  ? Fields<Entry>
  : { readonly [Key in keyof T]?: T[Key] extends object | undefined ? T[Key] | Fields<T[Key]> : T[Key] };
type Added<E extends EndpointShape> = Fields<NonNullable<Answer<E>>>;

// The specification knows one family, whose id is 1.
const user: Fields<User> = {
  id: 0,
  familyId: 1,
  grandparentNames: null,
  families: [{ id: 1, name: "", role: "child" }],
};
const invitation = { emailedAt: null, textedAt: null, renewalAskedAt: null };

interface Additions {
  "GET /api/auth/status": Added<typeof getStatus>;
  "POST /api/auth/verify-code": Added<typeof verifyCode>;
  "POST /api/auth/register": Added<typeof register>;
  "GET /api/calendar-events": Added<typeof listCalendarEvents>;
  "GET /api/manual-events": Added<typeof listManualEvents>;
  "GET /api/calendar-settings": Added<typeof getCalendarSettings>;
  "GET /api/puzzles/active": Added<typeof getActivePuzzle>;
  "GET /api/puzzles": Added<typeof listPuzzles>;
  "GET /api/local-events/active": Added<typeof listActiveLocalEvents>;
  "GET /api/invitations/family/:familyId": Added<typeof listInvitations>;
  "POST /api/invitations": Added<typeof createInvitation>;
  "GET /api/invitations/verify": Added<typeof verifyInvitation>;
}

const additions: Additions = {
  "GET /api/auth/status": { user },
  "POST /api/auth/verify-code": { user },
  "POST /api/auth/register": { user: { displayName: "", familyId: null } },
  "GET /api/calendar-events": {
    date: "",
    startDate: "",
    endDate: "",
    allDay: false,
    category: "family",
    source: "",
    people: [],
    manualEventId: null,
    occurrence: null,
  },
  "GET /api/manual-events": {
    category: "family",
    allDay: false,
    recurrence: null,
    people: [],
    seriesId: null,
  },
  "GET /api/calendar-settings": { feedCategory: "family", feed: null, feedEvents: null },
  "GET /api/puzzles/active": { day: "", daysInARow: 0, hasSolvedToday: false, solvedBy: [] },
  "GET /api/puzzles": { nextOn: null },
  "GET /api/local-events/active": { allDay: false, source: null },
  "GET /api/invitations/family/:familyId": invitation,
  "POST /api/invitations": invitation,
  "GET /api/invitations/verify": {
    familyName: "Your family",
    invitedBy: "Your family",
    phoneHint: null,
    emailHint: null,
    needsNoCode: false,
  },
};

const additionTo = new Map<string, object>(Object.entries(additions));

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function fill(answer: unknown, added: object): unknown {
  if (Array.isArray(answer)) return answer.map((entry) => fill(entry, added));
  if (!isObject(answer)) return answer;
  const filled = Object.entries(added).flatMap(([name, value]) => {
    if (!isObject(value)) return [[name, name in answer ? Reflect.get(answer, name) : value] as const];
    return name in answer ? [[name, fill(Reflect.get(answer, name), value)] as const] : [];
  });
  return { ...answer, ...Object.fromEntries(filled) };
}

/** Fills in what an answer lacks of the things that we add to it. */
export function filledIn({ method, path }: EndpointShape, answer: unknown): unknown {
  const added = additionTo.get(`${method} ${path}`);
  return added ? fill(answer, added) : answer;
}
