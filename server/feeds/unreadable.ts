const reasons = {
  "not-allowed": "We cannot read from this address. Please use one that is open on the internet.",
  unreachable: "Nothing answers at this address. Please check it.",
  insecure: "The certificate of this address is out of order, so we do not read it. Please tell its owner.",
  "not-found": "There is no calendar at this address. Please check it.",
  "sign-in": "This calendar wants a sign-in first. Please use its public or its secret address.",
  private: "This Google calendar is private. Make it public, or use its secret address in iCal format.",
  "not-a-calendar": "This is not a calendar. Please look for an address that ends in .ics.",
  "too-big": "This calendar is too big for us. It may have 2 MB and 5,000 events at most.",
  "too-many": "This address shows more than 10 calendars. Please choose fewer.",
  slow: "This calendar took too long to answer. Please try again later.",
  circles: "This address only leads to other addresses. Please use the one at the end.",
  trouble: "The other side has a problem right now. Please try again later.",
  broken: "This calendar is damaged, so we cannot read it.",
  revoked: "Google does not let us read it any more. Please connect it again.",
  gone: "This calendar is not there any more, or not shared with this account.",
  complicated: "This calendar is too complicated for us to read.",
};

export type Reason = keyof typeof reasons;

/** A calendar that cannot be read; the message is for people. */
export class Unreadable extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, options?: ErrorOptions) {
    super(reasons[reason], options);
    this.reason = reason;
  }
}
