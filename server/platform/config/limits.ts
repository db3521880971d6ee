// Limits for one family, one person or one address.
import { type Environment, wholeNumber } from "./environment.ts";

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

/** docs/operate/settings.md says what each is for. */
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

function readFeedLimits(env: Environment): FeedLimits {
  const number = (name: string, preset: number) => wholeNumber(env, name, preset);
  return {
    feedsPerFamily: number("FEEDS_PER_FAMILY", 10),
    feedReadings: number("FEED_READINGS", 30),
    feedBytes: number("FEED_BYTES", 2 * 1024 * 1024),
    feedConnectMs: number("FEED_CONNECT_MS", 3_000),
    feedTotalMs: number("FEED_TOTAL_MS", 10_000),
    feedRedirects: number("FEED_REDIRECTS", 3),
    feedEvents: number("FEED_EVENTS", 5_000),
    feedOccurrences: number("FEED_OCCURRENCES", 500),
    feedParseMs: number("FEED_PARSE_MS", 10_000),
    feedParseMegabytes: number("FEED_PARSE_MEGABYTES", 128),
  };
}

const readStoredLimits = (env: Environment): StoredLimits => ({
  eventsPerFamily: wholeNumber(env, "EVENTS_PER_FAMILY", 3_000),
  seriesPerFamily: wholeNumber(env, "SERIES_PER_FAMILY", 200),
  // That is fifty events every day.
  datesPerFamily: wholeNumber(env, "DATES_PER_FAMILY", 20_000),
  puzzlesPerFamily: wholeNumber(env, "PUZZLES_PER_FAMILY", 1_000),
  localEventsPerFamily: wholeNumber(env, "LOCAL_EVENTS_PER_FAMILY", 1_000),
  phrasesPerCategory: wholeNumber(env, "PHRASES_PER_CATEGORY", 30),
  thingsPerFamily: wholeNumber(env, "THINGS_PER_FAMILY", 100),
  // A picture has at most 0.4 MB and a voice message 0.24 MB, and both are deleted 90 days after their request unless
  // they are kept. So these are 140 pictures every day for good, 1,250 on a family's liveliest day, and 500 by one person.
  storedMegabytes: wholeNumber(env, "STORED_MEGABYTES", 5_000),
  storedMegabytesPerDay: wholeNumber(env, "STORED_MEGABYTES_PER_DAY", 500),
  storedMegabytesPerPersonPerDay: wholeNumber(env, "STORED_MEGABYTES_PER_PERSON_PER_DAY", 200),
});

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

const readTextLimits = (env: Environment) => ({
  smsCountries: readSmsCountries(env),
  smsPerPhonePerDay: wholeNumber(env, "SMS_PER_PHONE_PER_DAY", 10),
  smsPerIpPerHour: wholeNumber(env, "SMS_PER_IP_PER_HOUR", 10),
  smsPerDay: wholeNumber(env, "SMS_PER_DAY", 5000),
  reminderTextsPerDay: wholeNumber(env, "REMINDER_TEXTS_PER_DAY", 10),
  helpTextsPerRequest: wholeNumber(env, "HELP_TEXTS_PER_REQUEST", 100),
  helpTextsPerDay: wholeNumber(env, "HELP_TEXTS_PER_DAY", 300),
});

const readLiveLimits = (env: Environment) => ({
  livePerDevice: wholeNumber(env, "LIVE_PER_DEVICE", 4),
  livePerPerson: wholeNumber(env, "LIVE_PER_PERSON", 8),
  livePerIp: wholeNumber(env, "LIVE_PER_IP", 30),
  livePerProcess: wholeNumber(env, "LIVE_PER_PROCESS", 10_000),
});

export function readLimits(env: Environment): Limits {
  const number = (name: string, preset: number) => wholeNumber(env, name, preset);
  return {
    ...readTextLimits(env),
    loginsPerIp: number("LOGINS_PER_IP", 25),
    loginsPerAccount: number("LOGINS_PER_ACCOUNT", 25),
    registrationsPerIp: number("REGISTRATIONS_PER_IP", 5),
    knownRegistrationsPerIp: number("KNOWN_REGISTRATIONS_PER_IP", 25),
    requestsPerSession: number("REQUESTS_PER_SESSION", 300),
    connectionsPerAddress: number("CONNECTIONS_PER_ADDRESS", 200),
    pendingInvitations: number("PENDING_INVITATIONS", 20),
    invitationMessagesPerFamily: number("INVITATION_MESSAGES_PER_FAMILY", 40),
    invitationMessagesPerRecipient: number("INVITATION_MESSAGES_PER_RECIPIENT", 3),
    testsPerPersonPerDay: number("TESTS_PER_PERSON_PER_DAY", 5),
    helpRequestsPerHour: number("HELP_REQUESTS_PER_HOUR", 100),
    calendarReadings: number("CALENDAR_READINGS", 600),
    feedsPerSecond: number("FEEDS_PER_SECOND", 8),
    keptAnswerMegabytes: number("KEPT_ANSWER_MEGABYTES", 32),
    ...readFeedLimits(env),
    ...readStoredLimits(env),
    ...readLiveLimits(env),
  };
}
