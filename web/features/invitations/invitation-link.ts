import type { Invitation } from "#contract/invitations.ts";

export const linkOf = (inviteCode: string): string =>
  `${location.origin}/invite?code=${encodeURIComponent(inviteCode)}`;

/** The link without its scheme, which is easier to type. */
export const typedLinkOf = (inviteCode: string): string => linkOf(inviteCode).replace(/^https?:\/\//, "");

/** Whether the link alone is enough to join, because the family knows no number and no address of the person. */
export const isHandedOver = ({ email, phoneNumber }: Pick<Invitation, "email" | "phoneNumber">): boolean =>
  email === null && phoneNumber === null;

/** The words that go with the link. */
export const inviteText = (name: string): string => `${name}, please join our family on Porchlight.`;

/** The page that can be printed. */
export const printAddressOf = ({ id }: Pick<Invitation, "id">): string => `/admin/co-admins/${id}/print`;

/** Whether an invitation is still open, but its link no longer works. */
export const isExpired = ({ status, expiresAt }: Invitation, now: number): boolean =>
  status === "pending" && Date.parse(expiresAt) <= now;
