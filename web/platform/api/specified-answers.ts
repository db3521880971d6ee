// The answers of the specification's calls hold what it lists. What we add to them is optional for every screen, so it
// is filled in here. Only types come from the contract, whose schemas home does not need.
import type { User } from "#contract/accounts/sign-in.ts";
import type { Api } from "#contract/api.ts";
import type { Answer } from "#contract/endpoint.ts";

/** Default fields for an answer that lacks them, at the top or in a nested object. In a list, each entry gets them. */
type Fields<T> = T extends readonly (infer Entry)[]
  ? Fields<Entry>
  : { readonly [Key in keyof T]?: T[Key] extends object | undefined ? T[Key] | Fields<T[Key]> : T[Key] };
type Added<Name extends keyof Api> = Fields<NonNullable<Answer<Api[Name]>>>;

// The specification knows one family, whose id is 1.
const user: Fields<User> = {
  id: 0,
  familyId: 1,
  grandparentNames: null,
  families: [{ id: 1, name: "", role: "child" }],
};
const invitation = { emailedAt: null, textedAt: null, renewalAskedAt: null };

const additions: { readonly [Name in keyof Api]?: Added<Name> } = {
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

const additionTo = new Map(Object.entries(additions));

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
export function filledIn(name: keyof Api, answer: unknown): unknown {
  const added = additionTo.get(name);
  return added ? fill(answer, added) : answer;
}
