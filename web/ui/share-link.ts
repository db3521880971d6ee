import { toast } from "#web/ui/toast/toast.ts";

/** Browsers allow the clipboard only over HTTPS and on localhost. */
export async function copyLink(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    toast({ title: "Link copied" });
  } catch {
    toast({ title: "Please copy the link yourself", description: link, variant: "destructive" });
  }
}

/** Whether the device has a share sheet. */
export const canShare = (): boolean => "share" in navigator;

/** Opens the device's share sheet with these words, or copies the link where there is none. */
export async function shareLink(link: string, text: string): Promise<void> {
  if (!canShare()) return copyLink(link);
  try {
    await navigator.share({ title: "Porchlight", text, url: link });
  } catch (error) {
    // Closing the sheet means that the person has changed their mind. After any other failure the link is copied.
    if (!(error instanceof DOMException && error.name === "AbortError")) await copyLink(link);
  }
}
