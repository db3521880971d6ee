const reasons = {
  "not-allowed": "We can't read this address. Please use one that's public on the internet.",
  unreachable: "Nothing answers at this address. Please check it.",
  insecure: "This address has an invalid certificate, so we don't read it. Please tell its owner.",
  "not-found": "There is no calendar at this address. Please check it.",
  "sign-in": "This calendar needs a sign-in. Please use its public or secret address.",
  private: "This Google calendar is private. Make it public, or use its secret address in iCal format.",
  "not-a-calendar": "This is not a calendar. Please look for an address that ends in .ics.",
  "too-big": "This calendar is too big. The limit is 2 MB and 5,000 events.",
  "too-many": "This address shows more than 10 calendars. Please choose fewer.",
  slow: "This calendar took too long to answer. Please try again later.",
  circles: "This address keeps redirecting. Please use the one it ends at.",
  trouble: "The calendar's server has a problem right now. Please try again later.",
  broken: "This calendar is damaged, so we cannot read it.",
  revoked: "We no longer have permission to read this calendar. Please reconnect it.",
  gone: "This calendar is gone, or no longer shared with this account.",
  complicated: "This calendar is too complicated for us to read.",
};

export type Reason = keyof typeof reasons;

/** Thrown when a calendar cannot be read. The message is shown to people. */
export class Unreadable extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, options?: ErrorOptions) {
    super(reasons[reason], options);
    this.reason = reason;
  }
}
