// A help request as the web app receives it, after a sequence of state changes.
import type { HelpRequestState } from "#contract/help/request-state.ts";
import type { HelpRequest } from "#contract/help/requests.ts";

export const rose = { id: 1, name: "Rose", role: "grandparent", phoneNumber: "+16145550142" } as const;
export const anna = { id: 2, name: "Anna", role: "admin", phoneNumber: "+16145550187" } as const;
export const ben = { id: 3, name: "Ben", role: "child", phoneNumber: null } as const;

const helpers = [anna, ben];

export type Happened = [HelpRequestState, { id: number; name: string } | null];

/** A request that went through these states, a minute apart. */
export function requestAfter(...happened: Happened[]): HelpRequest {
  const at = (minute: number) => `2026-11-20T13:0${minute}:00.000Z`;
  const receipts = happened.map(([state, person], minute) => ({ state, person, at: at(minute) }));
  const taken = happened.findLast(([state]) => state === "ACKNOWLEDGED");
  return {
    id: 7,
    isUrgent: false,
    idempotencyKey: "a-key",
    phrase: "My TV isn't working.",
    category: { name: "Tech Help", icon: "💻" },
    askedBy: rose,
    askedAt: at(0),
    state: happened.at(-1)?.[0] ?? "ACCEPTED",
    helper: helpers.find(({ id }) => id === taken?.[1]?.id) ?? null,
    promise: null,
    handedOn: null,
    thankedAt: null,
    scamCheck: null,
    recipients: 2,
    receipts,
  };
}

export const accepted: Happened = ["ACCEPTED", null];
