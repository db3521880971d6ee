// The tabs of the panel and their parts. A part has its own address.
import type { ComponentType } from "react";
import type { listManualEvents } from "#contract/calendar/manual-events.ts";
import type { changeCalendarSettings } from "#contract/calendar/settings.ts";
import type { listMembers } from "#contract/families.ts";
import type { getHelpFigures } from "#contract/help/past-requests.ts";
import type { getEscalationPlan } from "#contract/help/plan.ts";
import type { listInvitations } from "#contract/invitations.ts";
import type { listLocalEvents } from "#contract/local-events.ts";
import type { listPuzzles } from "#contract/puzzles.ts";
import type { MemberAccess } from "#contract/roles.ts";
import type { Tab } from "#web/ui/action/tabs.tsx";
import { lazyPage } from "#web/ui/page/lazy.tsx";

export interface PanelPart extends Tab {
  /** Says in one line what it is for. */
  purpose: string;
  /** The access of an endpoint that the part cannot do without. */
  access: MemberAccess;
  Content: ComponentType;
}

interface PanelTab {
  label: string;
  parts: readonly PanelPart[];
}

const calendar: PanelPart = {
  href: "/admin/calendar",
  label: "Calendar",
  purpose: "Connect the calendars that your family sees on Home.",
  access: "admin" satisfies typeof changeCalendarSettings.access,
  Content: lazyPage(() => import("#web/features/calendar/admin/calendar-tab.tsx"), "CalendarTab"),
};

const puzzles: PanelPart = {
  href: "/admin/puzzles",
  label: "Puzzles",
  purpose: "Write the puzzle that your family finds on Home.",
  access: "admin" satisfies typeof listPuzzles.access,
  Content: lazyPage(() => import("#web/features/puzzles/admin/puzzles-tab.tsx"), "PuzzlesTab"),
};

const events: PanelPart = {
  href: "/admin/events",
  label: "Family events",
  purpose: "Add visits, appointments and birthdays.",
  access: "helper" satisfies typeof listManualEvents.access,
  Content: lazyPage(() => import("#web/features/calendar/manual-events/events-tab.tsx"), "EventsTab"),
};

const thingsToDo: PanelPart = {
  href: "/admin/things-to-do",
  label: "Things To Do",
  purpose: "Add what goes on nearby: at the library, in the park, in town.",
  access: "admin" satisfies typeof listLocalEvents.access,
  Content: lazyPage(() => import("#web/features/local-events/admin/things-to-do-tab.tsx"), "ThingsToDoTab"),
};

const coAdmins: PanelPart = {
  href: "/admin/co-admins",
  label: "Co-Admins",
  purpose: "Invite people to your family, and see who has answered.",
  access: "inviter" satisfies typeof listInvitations.access,
  Content: lazyPage(() => import("#web/features/invitations/family-invitations.tsx"), "FamilyInvitations"),
};

const family: PanelPart = {
  href: "/admin/family",
  label: "Family",
  purpose: "See who is in your family, and what each of them may do.",
  access: "admin" satisfies typeof listMembers.access,
  Content: lazyPage(() => import("./family-tab.tsx"), "FamilyTab"),
};

const help: PanelPart = {
  href: "/admin/help",
  label: "Phrases and guides",
  purpose: "Choose what your family can ask for, and write down how things work.",
  access: "helper" satisfies typeof getHelpFigures.access,
  Content: lazyPage(() => import("./help-tab.tsx"), "HelpTab"),
};

const plan: PanelPart = {
  href: "/admin/plan",
  label: "Plan",
  purpose: "Decide who is asked for help, and when.",
  access: "helper" satisfies typeof getEscalationPlan.access,
  Content: lazyPage(() => import("#web/features/help/plan/plan-tab.tsx"), "PlanTab"),
};

/** The four tabs of the specification come first, in its order. */
export const tabs: readonly PanelTab[] = [
  { label: "Calendar", parts: [calendar] },
  { label: "Puzzles", parts: [puzzles] },
  { label: "Events", parts: [events, thingsToDo] },
  { label: "Co-Admins", parts: [coAdmins] },
  { label: "Family", parts: [family] },
  { label: "Help", parts: [help, plan] },
];

const parts = tabs.flatMap((tab) => tab.parts);

/** The part at an address. The panel's own address is that of the first. */
export const partAt = (name: string | undefined): PanelPart | undefined =>
  name === undefined ? calendar : parts.find(({ href }) => href === `/admin/${name}`);
