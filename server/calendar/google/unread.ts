/**
 * revoked: we no longer have permission. expired: the sync token no longer works, and everything has to be read again.
 * gone: there is no such calendar. too-big: it does not end. passing: worth another try.
 */
type Kind = "revoked" | "expired" | "gone" | "too-big" | "passing";

/** Why a calendar was not read. */
export class Unread extends Error {
  readonly kind: Kind;

  constructor(kind: Kind, message: string) {
    super(message);
    this.kind = kind;
  }
}
