// What the limits are called on the page and in the command of the person who runs the server.
import type { AllowanceName } from "#server/platform/allowances/allowances.ts";

/** These refuse only what was already received once, so nobody has hit a limit there. */
type OnceOnly = "questions-of-cells" | "received-texts";

const allowanceWords: Readonly<Record<Exclude<AllowanceName, OnceOnly>, string>> = {
  "texts-to-phone": "Texts with codes and invitations to one number in a day",
  "texts-to-remembered-device": "Texts with codes to one number in a day from a known device",
  "codes-from-address": "Codes asked for from one internet address in an hour",
  "texts-from-address": "Texts asked for from one internet address in an hour",
  "codes-to-email": "Codes to one e-mail address in a day",
  "codes-to-email-of-remembered-device": "Codes to one e-mail address in a day from a known device",
  "code-emails-of-server": "E-mails with codes of the whole server in a day",
  "texts-of-server": "Texts of the whole server in a day",
  "sign-ins": "Sign-ins from one internet address in five minutes",
  "passkey-starts": "Sign-ins with a passkey begun from one device or internet address in five minutes",
  "passkey-sign-ins": "Sign-ins with a passkey from one device or internet address in five minutes",
  "provider-sign-ins": "Sign-ins by a provider from one internet address in five minutes",
  registrations: "New accounts from one internet address in half an hour",
  "known-registrations":
    "New accounts with an invitation or a proven number from one internet address in half an hour",
  "accounts-of-closed-link": "Accounts by one invitation that has been closed",
  "wrong-passwords-from-address": "Wrong passwords for one account from one internet address in an hour",
  "wrong-passwords-from-everywhere": "Wrong passwords for one account from everywhere in an hour",
  "wrong-passwords-on-device": "Wrong passwords for one account on one known device in an hour",
  "wrong-passwords-in-session": "Wrong passwords on one signed-in device in an hour",
  "sign-in-codes-from-address":
    "Codes from the family tried from one device or internet address in ten minutes",
  "sign-in-codes-with-start": "Codes from the family with the same first signs tried in ten minutes",
  "sign-in-codes-despite-start":
    "More codes from the family with the same first signs tried from one device or internet address in ten minutes",
  "family-searches": "Searches for one's family from one internet address in an hour",
  "sign-in-links": "Sign-in links to one person in an hour",
  "sign-in-links-of-day": "Sign-in links to one person in a day",
  "sign-in-codes-of-admin": "Sign-in codes made by one Co-Administrator in a day",
  pictures: "Pictures from one person in a day",
  "voice-messages": "Voice messages from one person in a day",
  "account-changes": "Changes of one account in a day",
  "undone-account-changes": "Changes of accounts undone from one internet address in half an hour",
  "family-deletion-requests": "Deletions of one family asked for in a day",
  "family-imports": "Families imported by one person in a day",
  "kept-families": "Families kept by a link from one internet address in half an hour",
  "new-emails-of-person": "New e-mail addresses of one person in a day",
  "confirmations-to-email": "Confirmations to one e-mail address in a day",
  "invitation-messages-of-family": "Messages with invitations from one family in a day",
  "invitations-to-email": "Invitations to one e-mail address in a day",
  "invitations-to-phone": "Invitations to one number in a day",
  "renewal-requests": "New invitations asked for from one internet address in half an hour",
  "webhook-tests": "Tests of one family's webhook in an hour",
  "help-texts-of-request": "Texts about one request for help",
  "help-texts-of-family": "Texts about one family's requests for help in a day",
  "help-calls-of-request": "Phone calls about one request for help",
  "help-calls-of-family": "Phone calls about one family's requests for help in a day",
  "calls-of-server": "Phone calls of the whole server in a day",
  "phone-door-calls": "Phone calls from one number in an hour",
  "phone-door-pins-from-number": "PINs tried by phone from one number in an hour",
  "phone-door-pins-of-member": "PINs tried by phone for one person in a day",
  "replies-to-phone": "Replies by text to one number in a day",
  "light-texts": "Texts about lights to one person in a day",
  "reminder-texts": "Texts with reminders to one person in a day",
  "reachability-tests": "Test messages to one person in a day",
  "calendar-fetches": "Calendars read for one person in five minutes",
};

/** Limits that are not allowances. */
const otherWords: Readonly<Record<string, string>> = {
  calls: "Too much at once from one device, person or internet address",
  connections: "Connections open from one internet address at once",
  "help-requests": "Requests for help from one person in an hour",
};

const words = new Map(Object.entries({ ...allowanceWords, ...otherWords }));

export const wordsOfLimit = (name: string): string | undefined => words.get(name);
