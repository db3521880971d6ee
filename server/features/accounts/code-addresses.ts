// The phone numbers and e-mail addresses that a code can be sent to, and how the two differ.
import type { CodeChannel } from "#contract/accounts/sign-in.ts";
import { hourMs } from "#contract/durations.ts";
import { findPendingInvitation, pendingInvitation } from "#server/features/invitations/answers.ts";
import type { AllowanceName, Use } from "#server/platform/allowances/allowances.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Conflict, Forbidden, Invalid, Unavailable } from "#server/platform/errors.ts";
import type { AccountAddress, MessageChannel } from "#server/platform/messages/channel.ts";
import { emailChannel } from "#server/platform/messages/email/channel.ts";
import type { MessageContent } from "#server/platform/messages/message-kind.ts";
import { smsChannel } from "#server/platform/messages/sms/channel.ts";
import {
  costsExtra,
  countryOf,
  extraCost,
  toE164,
  wrongPhoneNumber,
} from "#server/platform/phone-numbers.ts";
import { fingerprint } from "#server/platform/secrets.ts";
import type { World } from "#server/platform/world.ts";
import { findLastAddress } from "./sign-in-queries.ts";

/** What a code is sent to: a number in E.164 format, or an e-mail address in lower case. */
export interface CodeAddress {
  readonly kind: AccountAddress;
  readonly address: string;
}

interface AddressKind {
  readonly channel: MessageChannel;
  readonly allowances: { readonly address: AllowanceName; readonly remembered: AllowanceName };
  /** Allowances that everybody shares. The last one is the whole server's. */
  readonly shared: readonly { readonly name: AllowanceName; readonly isOfServer: boolean }[];
  readonly sent: string;
  readonly notSent: string;
  readonly notVerified: string;
  readonly taken: string;
}

const kinds: Readonly<Record<AccountAddress, AddressKind>> = {
  phone_number: {
    channel: smsChannel,
    allowances: { address: "texts-to-phone", remembered: "texts-to-remembered-device" },
    shared: [
      { name: "texts-from-address", isOfServer: false },
      { name: "texts-of-server", isOfServer: true },
    ],
    sent: "We texted a code to this number.",
    notSent: "We could not send the text. Please try again in a minute.",
    notVerified: "Please verify your phone number first.",
    taken: "This phone number already has an account.",
  },
  email: {
    channel: emailChannel,
    allowances: { address: "codes-to-email", remembered: "codes-to-email-of-remembered-device" },
    shared: [{ name: "code-emails-of-server", isOfServer: true }],
    sent: "We sent a code to this address.",
    notSent: "We could not send the e-mail. Please try again in a minute.",
    notVerified: "Please verify your e-mail address first.",
    taken: "This e-mail address already has an account.",
  },
};

export const channelFor = ({ kind }: CodeAddress): MessageChannel => kinds[kind].channel;
export const sentMessage = ({ kind }: CodeAddress): string => kinds[kind].sent;
export const notSent = ({ kind }: CodeAddress): Unavailable => new Unavailable(kinds[kind].notSent);
export const hasUnsubscribed = (): Conflict =>
  new Conflict("This phone replied STOP to our texts. Reply START to one of them, then try again.");
export const notVerified = ({ kind }: CodeAddress): Forbidden => new Forbidden(kinds[kind].notVerified);
export const alreadyTaken = ({ kind }: CodeAddress): Conflict => new Conflict(kinds[kind].taken);

const wrongNumber = (message: string) => new Invalid(message, { phoneNumber: message });

export function toPhoneNumber(typed: string): string {
  const phoneNumber = toE164(typed);
  if (!phoneNumber) throw wrongNumber(wrongPhoneNumber(typed));
  if (costsExtra(phoneNumber)) throw wrongNumber(extraCost);
  return phoneNumber;
}

export const phoneAddress = (typed: string): CodeAddress => ({
  kind: "phone_number",
  address: toPhoneNumber(typed),
});

const emailAddress = (typed: string): CodeAddress => ({ kind: "email", address: typed.toLowerCase() });

/** What somebody types into a field for either. */
export const eitherAddress = (typed: string): CodeAddress =>
  typed.includes("@") ? emailAddress(typed) : phoneAddress(typed);

/** Texts come first. Where the server sends none, the e-mail address takes the number's place. */
export function preferredAddress(
  config: World["config"],
  { phoneNumber, email }: { phoneNumber: string | null; email: string | null },
): CodeAddress | undefined {
  if (phoneNumber && smsChannel.hasProvider(config)) return phoneAddress(phoneNumber);
  if (email && emailChannel.hasProvider(config)) return emailAddress(email);
  return undefined;
}

interface Typed {
  phoneNumber?: string | undefined;
  email?: string | undefined;
  inviteCode?: string | undefined;
  channel?: CodeChannel | undefined;
}

/** The address to which this browser was last sent a code. */
async function lastAddress(db: Db, browser: string, now: Date): Promise<CodeAddress | undefined> {
  const sent = await findLastAddress(db, fingerprint(browser), new Date(now.getTime() - hourMs));
  return sent && { kind: sent.address.includes("@") ? "email" : "phone_number", address: sent.address };
}

/**
 * Returns what was typed, or else the invitation's phone number, which is never shown to the person. For those who choose
 * it, and where the server sends no texts, it is the invitation's e-mail address. If the invitation is closed by now, the
 * code that was sent before still counts.
 */
export async function addressFor(
  { config, database, clock }: World,
  { phoneNumber, email, inviteCode = "", channel }: Typed,
  browser = "",
): Promise<CodeAddress> {
  if (email !== undefined) return emailAddress(email);
  if (phoneNumber !== undefined) return phoneAddress(phoneNumber);
  const { kysely: db } = database;
  const now = clock.now();
  const invited = await pendingInvitation(db, inviteCode, now);
  if (!invited) return (await lastAddress(db, browser, now)) ?? refuseClosed(db, inviteCode, now);
  if (channel !== "email" && smsChannel.hasProvider(config)) {
    if (invited.phone_number) return phoneAddress(invited.phone_number);
    throw wrongNumber("This invitation has no phone number. Please enter yours.");
  }
  if (invited.email) return emailAddress(invited.email);
  const message = "This invitation has no e-mail address. Please enter yours.";
  throw new Invalid(message, { email: message });
}

async function refuseClosed(db: Db, inviteCode: string, now: Date): Promise<never> {
  await findPendingInvitation(db, inviteCode, now);
  throw new Conflict("Please open the invitation again.");
}

export function refuseOtherCountries({ limits }: World["config"], { kind, address }: CodeAddress): void {
  if (kind === "phone_number" && !countryOf(address, limits.smsCountries))
    throw wrongNumber("We cannot text a number in that country yet.");
}

/** Phones fill in a code from a message that ends like this: https://wicg.github.io/sms-one-time-codes/ */
export function codeContent(code: string, publicUrl: string): MessageContent {
  const rule = "It works for 10 minutes. Please do not share it.";
  return {
    title: "Your Porchlight code",
    path: "/",
    text: `${code} is your Porchlight code. ${rule}\n\n@${new URL(publicUrl).hostname} #${code}`,
    email: {
      subject: `${code} is your Porchlight code`,
      before: ["Hello.", "Please type this code where you are signing in:"],
      code,
      after: [rule, "Didn't ask for a code? You can ignore this e-mail."],
    },
  };
}

export interface Code extends CodeAddress {
  readonly ip: string;
  /** Whether the device was signed in to the owner of the address before. */
  readonly isRemembered: boolean;
  /** Whether it is the second one in an hour to this address from the same browser. */
  readonly isSecond: boolean;
}

/** Counts each code from one address. A second one does not count, because the first may have been lost or mistyped. */
const perCaller = ({ kind, ip, isRemembered, isSecond }: Code): Use[] =>
  isSecond
    ? []
    : [
        { name: "codes-from-address", key: ip, isChecked: !isRemembered },
        ...kinds[kind].shared
          .filter(({ isOfServer }) => !isOfServer)
          .map(({ name }) => ({ name, key: ip, isChecked: false })),
      ];

/** Allowances that are given back once a code is entered. */
export const usesOfProof = (proven: CodeAddress & { ip: string }): Use[] =>
  perCaller({ ...proven, isRemembered: false, isSecond: false });

/**
 * The owner's remembered devices have an allowance of their own, and wait for no other messages, so that strangers cannot
 * use up what the owner needs. Texts about invitations from the same house do not delay a code, but codes delay them.
 */
export function usesOfCode(code: Code): Use[] {
  const { kind, address, isRemembered } = code;
  const { allowances, shared } = kinds[kind];
  return [
    { name: isRemembered ? allowances.remembered : allowances.address, key: address },
    ...perCaller(code),
    ...shared
      .filter(({ isOfServer }) => isOfServer)
      .map(({ name }) => ({ name, key: "", isChecked: !isRemembered })),
  ];
}

/** The links that somebody is sent share the server's limits with codes. */
export const usesOfSignInLink = ({ kind }: CodeAddress, personId: number): Use[] => [
  { name: "sign-in-links", key: personId },
  { name: "sign-in-links-of-day", key: personId },
  ...kinds[kind].shared.filter(({ isOfServer }) => isOfServer).map(({ name }) => ({ name, key: "" })),
];
