import type { Message, MessageContent, MessageLinks, Prepared } from "./message-kind.ts";

interface Wanted<About> {
  readonly message: Message;
  readonly about: About;
  /** The message may be sent from then on. */
  readonly until: Date;
}

/** Sends each message that may be sent by now, by itself, and postpones the others. */
export const sendOrPostpone = <About>(
  now: Date,
  wanted: readonly Wanted<About>[],
  contentOf: (about: About, links: MessageLinks) => MessageContent | Promise<MessageContent>,
): Prepared => ({
  parcels: wanted
    .filter(({ until }) => until <= now)
    .map(({ message, about }) => ({ messages: [message], content: (links) => contentOf(about, links) })),
  postponed: wanted.filter(({ until }) => until > now),
});
