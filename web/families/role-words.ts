import type { Role } from "#contract/families.ts";

/** What a role is called on an invitation. */
export const roleWords: Record<Role, string> = {
  admin: "Co-Administrator",
  child: "Family member",
  grandparent: "Grandparent",
};

/** The same in the list of invitations, and in the toast that tells of a new one. */
export const roleInList: Record<Role, string> = { ...roleWords, admin: "Co-Admin" };
export const roleOfLink: Record<Role, string> = { ...roleWords, admin: "Co-administrator" };
