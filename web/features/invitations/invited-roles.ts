import type { Role } from "#contract/families.ts";
import { roleWords } from "#web/features/families/member-words.ts";
import type { Choice } from "#web/ui/form/choice-field.tsx";

const abilities: Record<Role, string> = {
  grandparent: "sees the family's day and asks for help.",
  child: "answers when someone asks for help, and adds events.",
  admin: "looks after all of this, answers when someone asks for help, and invites others.",
};

type InWords = readonly (readonly [role: Role, words: string])[];

const forHelper: InWords = [
  ["grandparent", "My parent or grandparent"],
  ["child", "Family who helps"],
  ["admin", "Looks after this with me"],
];

/** Grandparents invite only while nobody looks after the family's page, so that comes first. */
const forGrandparent: InWords = [
  ["admin", "Looks after this for me"],
  ["child", "Family who helps"],
  ["grandparent", "Another grandparent"],
];

/** The roles to invite somebody as, in the family's words, each with its name and what it can do. */
export const invitedRoles = (isGrandparent: boolean): Choice[] =>
  (isGrandparent ? forGrandparent : forHelper).map(([value, label]) => ({
    value,
    label,
    detail: `${roleWords[value]}: ${abilities[value]}`,
  }));
