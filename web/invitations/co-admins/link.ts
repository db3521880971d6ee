import { toast } from "#web/ui/toast/toast.ts";

export const linkOf = (inviteCode: string): string =>
  `${location.origin}/invite?code=${encodeURIComponent(inviteCode)}`;

/** Browsers give the clipboard to pages on https and on this machine only. */
export async function copyLink(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    toast({ title: "Link copied" });
  } catch {
    toast({ title: "Please copy the link yourself", description: link, variant: "destructive" });
  }
}

/** By the device's own ways of sending, or else by copying. */
export async function shareLink(link: string, name: string): Promise<void> {
  if (!navigator.share) return copyLink(link);
  const text = `${name}, please join our family on Porchlight.`;
  // Somebody who closes the device's sheet has changed their mind.
  await navigator.share({ title: "Porchlight", text, url: link }).catch(() => undefined);
}
