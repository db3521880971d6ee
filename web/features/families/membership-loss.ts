import type { FamilyMember } from "#contract/families.ts";

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
