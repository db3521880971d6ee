import type { Role } from "#contract/families.ts";

/** The names of roles. */
export const roleWords: Record<Role, string> = {
  admin: "Co-Administrator",
  child: "Family member",
  grandparent: "Grandparent",
};

/** The specification's variants for the list of invitations and for the toast about a new one. */
export const roleInList: Record<Role, string> = { ...roleWords, admin: "Co-Admin" };
export const roleOfLink: Record<Role, string> = { ...roleWords, admin: "Co-administrator" };
