// Limits for one family, one person or one address.
import { type Environment, wholeNumber } from "./environment.ts";
import type { Setting } from "./setting.ts";

/** Limits of subscribed calendars. */
interface FeedLimits {
  readonly feedsPerFamily: number;
  /** Fetches that one device may ask for in five minutes. */
  readonly feedReadings: number;
  readonly feedBytes: number;
  readonly feedConnectMs: number;
  readonly feedTotalMs: number;
  readonly feedRedirects: number;
  readonly feedEvents: number;
  readonly feedOccurrences: number;
  readonly feedParseMs: number;
  readonly feedParseMegabytes: number;
}

/** Limits on stored rows, far above what a family needs. */
interface StoredLimits {
  readonly eventsPerFamily: number;
  /** Repeating events of one family. */
  readonly seriesPerFamily: number;
  /** Dates of all repeating events in the coming 400 days. */
  readonly datesPerFamily: number;
  readonly puzzlesPerFamily: number;
  readonly localEventsPerFamily: number;
  /** Phrases that the family added to one category of help. */
  readonly phrasesPerCategory: number;
  /** Things around the house. */
  readonly thingsPerFamily: number;
  /** Megabytes of pictures and voice messages: of a family in all and in a day, and of one person in a day. */
  readonly storedMegabytes: number;
  readonly storedMegabytesPerDay: number;
  readonly storedMegabytesPerPersonPerDay: number;
}

export interface Limits extends FeedLimits, StoredLimits {
  readonly smsCountries: readonly string[];
  readonly smsPerPhonePerDay: number;
  readonly smsPerIpPerHour: number;
  readonly smsPerDay: number;
  readonly loginsPerIp: number;
  readonly loginsPerAccount: number;
  readonly registrationsPerIp: number;
  /** People with a proven number or an invitation. A whole family may sign up at one address. */
  readonly knownRegistrationsPerIp: number;
  /** Calls without a valid session are counted together by their address. */
  readonly requestsPerSession: number;
  /** Connections open at once, live connections included. */
  readonly connectionsPerAddress: number;
  readonly pendingInvitations: number;
  readonly invitationMessagesPerFamily: number;
  readonly invitationMessagesPerRecipient: number;
  readonly helpRequestsPerHour: number;
  readonly reminderTextsPerDay: number;
  readonly helpTextsPerRequest: number;
  /** Texts about all help requests of one family in a day. */
  readonly helpTextsPerDay: number;
  readonly helpCallsPerRequest: number;
  /** Phone calls about all help requests of one family in a day. */
  readonly helpCallsPerDay: number;
  /** Phone calls about all help requests of all families in a day. */
  readonly callsPerDay: number;
  /** Phone calls that one server starts in a second. */
  readonly callsPerSecond: number;
  /** Tests that admins ask for. Each goes out over every channel. */
  readonly testsPerPersonPerDay: number;
  /** Reads by calendar apps from one address in five minutes. */
  readonly calendarReadings: number;
  /** Due subscribed calendars that one server fetches in a second. */
  readonly feedsPerSecond: number;
  /** Must stay below six, the connections that a browser opens to one host over HTTP/1.1. */
  readonly livePerDevice: number;
  readonly livePerPerson: number;
  readonly livePerIp: number;
  readonly livePerProcess: number;
  /** How much memory one server may use to keep its answers. With zero, it keeps nothing. */
  readonly keptAnswerMegabytes: number;
}

const smsCountries =
  "US,CA,GB,IE,AU,NZ,DE,AT,CH,FR,BE,NL,LU,IT,ES,PT,DK,SE,NO,FI,IS,PL,CZ,SK,SI,HR,HU,RO,BG,GR,CY,MT,EE,LV,LT";

/** The limits that an operator may have a reason to change: for money, for space, or because many people share an address. */
const adjustable = {
  smsPerDay: {
    variable: "SMS_PER_DAY",
    preset: 5_000,
    purpose: "How many sign-in codes are texted in a day, and as many again by e-mail. Texts cost money",
  },
  helpTextsPerDay: {
    variable: "HELP_TEXTS_PER_DAY",
    preset: 300,
    purpose:
      "Texts about the help requests of one family in a day. Above it, push messages and e-mails continue",
  },
  helpCallsPerDay: {
    variable: "HELP_CALLS_PER_DAY",
    preset: 60,
    purpose:
      "Phone calls about the help requests of one family in a day. Above it, all other messages continue",
  },
  callsPerDay: {
    variable: "CALLS_PER_DAY",
    preset: 1_000,
    purpose: "Phone calls that the server makes in a day. Calls cost money",
  },
  callsPerSecond: {
    variable: "CALLS_PER_SECOND",
    preset: 1,
    purpose: "Phone calls that each server starts in a second. Twilio starts one unless you ask it for more",
  },
  helpRequestsPerHour: {
    variable: "HELP_REQUESTS_PER_HOUR",
    preset: 100,
    purpose: "Help requests of one person in an hour",
  },
  storedMegabytes: {
    variable: "STORED_MEGABYTES",
    // A picture has at most 0.4 MB and a voice message 0.24 MB, and both are deleted 90 days after their request unless
    // they are kept. So this is room for 140 pictures every day for good.
    preset: 5_000,
    purpose: "Megabytes of pictures and voice messages that one family may store. Words always go through",
  },
  keptAnswerMegabytes: {
    variable: "KEPT_ANSWER_MEGABYTES",
    preset: 32,
    purpose:
      "Memory for home screens that were answered and have not changed since. With 0, each is read from the database",
  },
  loginsPerIp: {
    variable: "LOGINS_PER_IP",
    preset: 25,
    purpose: "Passwords and passkeys that may be tried from one address in 5 minutes",
  },
  registrationsPerIp: {
    variable: "REGISTRATIONS_PER_IP",
    preset: 5,
    purpose:
      "Accounts made at one address in 30 minutes by people with neither a proven phone number nor an invitation",
  },
  requestsPerSession: {
    variable: "REQUESTS_PER_SESSION",
    preset: 300,
    purpose:
      "Calls of one session in 5 minutes. Calls without a valid session are counted together by their address",
  },
  connectionsPerAddress: {
    variable: "CONNECTIONS_PER_ADDRESS",
    preset: 200,
    purpose: "Connections that one address may have open at once. `TRUSTED_PROXIES` are exempt",
  },
  livePerIp: {
    variable: "LIVE_PER_IP",
    preset: 30,
    purpose:
      "Screens at one address that are told of changes as they happen. Raise it where many people share an address",
  },
} as const;

type Adjustable = keyof typeof adjustable;

export const limitSettings: readonly Setting[] = [
  {
    names: ["SMS_COUNTRIES"],
    preset: "North America, Europe, Australia, New Zealand",
    purpose: "The countries to which codes are texted, such as `US,CA,GB`",
  },
  ...Object.values(adjustable).map(({ variable, preset, purpose }) => ({
    names: [variable],
    preset: String(preset),
    purpose,
  })),
];

const feedLimits: FeedLimits = {
  feedsPerFamily: 10,
  feedReadings: 30,
  feedBytes: 2 * 1024 * 1024,
  feedConnectMs: 3_000,
  feedTotalMs: 10_000,
  feedRedirects: 3,
  feedEvents: 5_000,
  feedOccurrences: 500,
  feedParseMs: 10_000,
  feedParseMegabytes: 128,
};

const storedLimits: Omit<StoredLimits, Adjustable> = {
  eventsPerFamily: 3_000,
  seriesPerFamily: 200,
  // That is fifty events every day.
  datesPerFamily: 20_000,
  puzzlesPerFamily: 1_000,
  localEventsPerFamily: 1_000,
  phrasesPerCategory: 30,
  thingsPerFamily: 100,
  // These are 1,250 pictures on a family's liveliest day, and 500 by one person.
  storedMegabytesPerDay: 500,
  storedMegabytesPerPersonPerDay: 200,
};

const fixed: Omit<Limits, Adjustable | "smsCountries"> = {
  ...feedLimits,
  ...storedLimits,
  smsPerPhonePerDay: 10,
  smsPerIpPerHour: 10,
  reminderTextsPerDay: 10,
  helpTextsPerRequest: 100,
  helpCallsPerRequest: 20,
  loginsPerAccount: 25,
  knownRegistrationsPerIp: 25,
  pendingInvitations: 20,
  invitationMessagesPerFamily: 40,
  invitationMessagesPerRecipient: 3,
  testsPerPersonPerDay: 5,
  calendarReadings: 600,
  // That is 28,000 addresses in the hour after which a quiet calendar is due.
  feedsPerSecond: 8,
  livePerDevice: 4,
  livePerPerson: 8,
  livePerProcess: 10_000,
};

const countryNames = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** UK, for example, is only another name of GB. */
const isCountry = (code: string): boolean =>
  /^[A-Z]{2}$/.test(code) && !!countryNames.of(code) && new Intl.Locale(`und-${code}`).region === code;

function readSmsCountries(env: Environment): string[] {
  const countries = (env.SMS_COUNTRIES || smsCountries).split(",").map((country) => country.trim());
  const wrong = countries.find((country) => !isCountry(country));
  if (wrong === undefined) return countries;
  throw new Error(
    `SMS_COUNTRIES must be codes of countries with commas between them, such as US,CA,GB, not "${wrong}".`,
  );
}

export function readLimits(env: Environment): Limits {
  const read = (limit: Adjustable) => wholeNumber(env, adjustable[limit].variable, adjustable[limit].preset);
  return {
    ...fixed,
    smsCountries: readSmsCountries(env),
    smsPerDay: read("smsPerDay"),
    helpTextsPerDay: read("helpTextsPerDay"),
    helpCallsPerDay: read("helpCallsPerDay"),
    callsPerDay: read("callsPerDay"),
    // None at all would never send what waits.
    callsPerSecond: Math.max(1, read("callsPerSecond")),
    helpRequestsPerHour: read("helpRequestsPerHour"),
    storedMegabytes: read("storedMegabytes"),
    keptAnswerMegabytes: read("keptAnswerMegabytes"),
    loginsPerIp: read("loginsPerIp"),
    registrationsPerIp: read("registrationsPerIp"),
    requestsPerSession: read("requestsPerSession"),
    connectionsPerAddress: read("connectionsPerAddress"),
    livePerIp: read("livePerIp"),
  };
}
