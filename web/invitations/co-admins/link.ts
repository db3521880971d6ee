import type { Invitation } from "#contract/invitations.ts";
import { toast } from "#web/ui/toast/toast.ts";

export const linkOf = (inviteCode: string): string =>
  `${location.origin}/invite?code=${encodeURIComponent(inviteCode)}`;

/** The page that can be printed. */
export const printAddressOf = ({ id }: Pick<Invitation, "id">): string => `/admin/co-admins/${id}/print`;

/** Browsers give the clipboard to pages on https and on this machine only. */
export async function copyLink(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    toast({ title: "Link copied" });
  } catch {
    toast({ title: "Please copy the link yourself", description: link, variant: "destructive" });
  }
}

/** The device has ways of its own to send something. */
export const canShare = (): boolean => "share" in navigator;

/** By the device's own ways of sending, or else by copying. */
export async function shareLink(link: string, name: string): Promise<void> {
  if (!canShare()) return copyLink(link);
  const text = `${name}, please join our family on Porchlight.`;
  try {
    await navigator.share({ title: "Porchlight", text, url: link });
  } catch (error) {
    // Somebody who closes the device's sheet has changed their mind; any other refusal leaves copying.
    if (!(error instanceof DOMException && error.name === "AbortError")) await copyLink(link);
  }
}
