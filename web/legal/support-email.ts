/** The mailbox for questions; the server writes it into the page's head when it serves it. */
export const supportEmail = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="support-email"]')?.content ?? "";
