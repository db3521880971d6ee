import type { Access } from "./endpoint.ts";

export const roles = ["admin", "child", "grandparent"] as const;

/** The kinds of access that depend on a person's part in the open family. */
export type MemberAccess = Exclude<Access, "anyone" | "visitor" | "person" | "operator">;

interface Membership {
  readonly role: (typeof roles)[number];
  readonly familyHasAdmin: boolean;
}

/** Who has which access. The server checks every call by it, and the admin panel chooses its tabs by it. */
export const hasAccess = (access: MemberAccess, { role, familyHasAdmin }: Membership): boolean =>
  access === "member" ||
  access === role ||
  (role === "admin" && access !== "grandparent") ||
  (access === "helper" && role === "child") ||
  (access === "inviter" && role === "grandparent" && !familyHasAdmin);
