import { callName } from "#contract/call-name.ts";
import type { Family, FamilyMember, PicturedMember } from "#contract/families.ts";
import { hasAccess } from "#contract/roles.ts";

export interface Contact extends PicturedMember {
  phoneNumber: string;
}

const hasPhone = (member: PicturedMember): member is Contact => member.phoneNumber !== null;

const isHelper = (member: FamilyMember) => member.role !== "grandparent";

const ranks = { admin: 1, child: 2, grandparent: 3 } as const;

/** The members who can be phoned, in the order in which the plan asks them. Grandparents come last. */
export function contactsOf(family: Family | undefined, personId: number | undefined): Contact[] {
  if (!family) return [];
  const others = family.members.filter((member) => member.id !== personId).filter(hasPhone);
  const rankOf = (member: FamilyMember) => (member.id === family.firstContactId ? 0 : ranks[member.role]);
  const inOrder = others.sort((one, other) => rankOf(one) - rankOf(other));
  return inOrder.map((member) => ({
    ...member,
    name: callName(member.name, family.name),
  }));
}

/** The members who are told about this person's requests. */
export const helpersFor = (family: Family, personId: number): FamilyMember[] =>
  family.members.filter((member) => isHelper(member) && member.id !== personId);

export const familyHasAdmin = (family: Family | undefined): boolean =>
  family?.members.some(({ role }) => role === "admin") ?? false;

export function mayInvite(family: Family | undefined, personId: number | undefined): boolean {
  const role = family?.members.find((member) => member.id === personId)?.role;
  return role !== undefined && hasAccess("inviter", { role, familyHasAdmin: familyHasAdmin(family) });
}
