import { dayMs } from "#contract/durations.ts";
import type { FamilyMember, Role } from "#contract/families.ts";
import { shortDate, wallClock } from "#web/ui/time/clock.ts";

/** The names of roles. */
export const roleWords: Record<Role, string> = {
  admin: "Co-Administrator",
  child: "Family member",
  grandparent: "Grandparent",
};

/** The specification's variants for the list of invitations and for the toast about a new one. */
export const roleInList: Record<Role, string> = { ...roleWords, admin: "Co-Admin" };
export const roleOfLink: Record<Role, string> = { ...roleWords, admin: "Co-administrator" };

type Someone = Pick<FamilyMember, "id" | "name" | "role">;

const list = new Intl.ListFormat("en-US", { type: "disjunction" });

/** The grandparents of the family, except the member who leaves. */
const seniorsAmong = (members: readonly Someone[], { id }: Someone): string[] =>
  members.filter((member) => member.role === "grandparent" && member.id !== id).map(({ name }) => name);

/** Says what a member loses by leaving. With `you`, it addresses the member. */
export function lossOf(member: Someone, members: readonly Someone[], you = false): string {
  const [who, whose] = you ? ["You", "the"] : [member.name, "your"];
  if (member.role === "grandparent") {
    return `${who} will no longer see ${whose} family's day, and cannot ask it for help.`;
  }
  const seniors = seniorsAmong(members, member);
  const asks = seniors.length > 0 ? `${list.format(seniors)} asks` : "someone asks";
  return `${who} will no longer see ${whose} family's day or hear when ${asks} for help.`;
}

/** "Today", "Yesterday", "3 days ago", or a date, in the family's time zone. */
export function lastSeen(lastSeenAt: string | null, now: number, timeZone: string): string {
  if (lastSeenAt === null) return "Not signed in";
  const dayOf = (instant: number) => Date.parse(wallClock(instant, timeZone).day);
  const days = Math.round((dayOf(now) - dayOf(Date.parse(lastSeenAt))) / dayMs);
  if (days <= 0) return "Today";
  if (days === 1) return "Yesterday";
  return days < 30 ? `${days} days ago` : shortDate(lastSeenAt, timeZone);
}
