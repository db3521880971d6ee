import type { PushPayload } from "#contract/push-payload.ts";
import type { Db, Row } from "#server/platform/db/schema.ts";
import type { Picture } from "#server/platform/media/pictures.ts";
import type { World } from "#server/platform/world.ts";

/** A row of the outbox. */
export type Message = Row<"messages">;

/** A picture inside an e-mail, with the words below it. */
export interface EmailPicture extends Pick<Picture, "bytes" | "width" | "height"> {
  readonly words: string;
}

/** A part of a long e-mail. */
export interface EmailSection {
  readonly title: string;
  readonly lines: readonly string[];
}

/** An e-mail with a single action, or with a code. */
export interface EmailContent {
  subject: string;
  before: readonly string[];
  /** JPEGs. */
  pictures?: readonly EmailPicture[];
  sections?: readonly EmailSection[];
  /** The one action: a button, and its full address for people who cannot press it. */
  link?: { label: string; href: string };
  /** Shown large. */
  code?: string;
  after: readonly string[];
  /** Where mail programs stop such e-mails with one click, if they come regularly. */
  stopAddress?: string;
}

/** The parts that only a push message has. */
interface PushDetails
  extends Pick<PushPayload, "kind" | "tag" | "acknowledgePath" | "verdictPath" | "callNumber" | "callName"> {
  /** The time for which a push service keeps it for a device that is off. */
  readonly ttlSeconds: number;
  readonly urgency: "normal" | "high";
}

/** The content of a message. Each channel uses the parts that it can show. */
export interface MessageContent {
  readonly title: string;
  readonly text: string;
  /** The path in the app that it leads to. */
  readonly path: string;
  /** The whole text message, where it differs from `text`. */
  readonly sms?: string;
  /** The e-mail, where it is more than `text` and a link to the app. */
  readonly email?: EmailContent;
  readonly push?: PushDetails;
  /** The family that it is about, if there is one. */
  readonly familyId?: number | undefined;
  /** Proves without a sign-in that the message has arrived. */
  readonly receiptToken?: string;
  /** Counts from 1. */
  readonly attempt?: number;
}

/** The links in a message that lead back from the address that it went to. */
export interface MessageLinks {
  /** Proves without a sign-in that the message has arrived. */
  readonly receiptToken: string;
  /** Whether the recipient can answer by writing back. */
  readonly takesReplies: boolean;
  /** The link or button by which the recipient answers. */
  readonly answerToken: string;
}

/** Messages that leave as one. */
export interface Parcel {
  readonly messages: readonly [Message, ...Message[]];
  /** Called when the message is sent. Whatever takes much memory, such as pictures, is read only then. */
  readonly content: (links: MessageLinks) => MessageContent | Promise<MessageContent>;
}

export interface Prepared {
  readonly parcels: readonly Parcel[];
  readonly postponed?: readonly { readonly message: Message; readonly until: Date }[];
}

/** A message that a provider accepted. */
export interface Accepted {
  readonly message: Message;
  /** The time at which sending began. A receipt can arrive before the provider's answer. */
  readonly sentAt: Date;
}

interface Failure {
  readonly now: Date;
  /** False while there will be another attempt. */
  readonly isFinal: boolean;
  readonly isPermanent: boolean;
}

/** Everything that is specific to one kind of message. A noun owns it, and the assembly registers it. */
export interface MessageKind {
  readonly name: string;
  /** An urgent message never waits for one that is not. */
  readonly isUrgent: boolean;
  /** Why one that was given up makes no sense days later, for the operator who would send it again. */
  readonly notAgain?: string;
  /** Whether this variant of it can be said on the phone. Others are never sent by a spoken channel. */
  isSpoken?(about: string): boolean;
  /** Renders the messages that are due. A message that is in no parcel and not postponed is no longer wanted and is stopped. */
  prepare(world: World, messages: readonly Message[]): Promise<Prepared>;
  /** Counts a message by a channel that costs money against a limit. Returns undefined when the limit is reached. */
  reserve?(world: World, message: Message): Promise<{ release?(): Promise<unknown> } | undefined>;
  /** Locks whatever has to be locked before the rows of the outbox. */
  lock?(trx: Db, messages: readonly Message[]): Promise<void>;
  /** Runs when providers have accepted messages. */
  accepted?(trx: Db, accepted: readonly Accepted[], now: Date): Promise<void>;
  /** Runs when an attempt has failed. */
  failed?(trx: Db, messages: readonly Message[], failure: Failure): Promise<void>;
  /** Runs when a message has arrived. */
  arrived?(world: World, message: Message): Promise<void>;
  /** Whether to try again when a provider accepted a message and then failed to deliver it. */
  isWorthRepeating?(world: World, message: Message): Promise<boolean>;
}

const registered = new Map<string, MessageKind>();

/** The assembly registers the kinds of all nouns, before anything is sent. */
export function registerKinds(kinds: readonly MessageKind[]): void {
  for (const kind of kinds) registered.set(kind.name, kind);
}

export const kindOf = ({ kind }: Pick<Message, "kind">): MessageKind | undefined => registered.get(kind);

export const registeredKinds = (): MessageKind[] => [...registered.values()];
