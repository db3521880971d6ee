// The messages about a promise to call or come: to the helper at its time, and to the person who needs help after it.
import { minuteSeconds } from "#contract/durations.ts";
import type { MessageContent, MessageKind } from "#server/platform/messages/message-kind.ts";
import { reservePaid } from "../requests/delivery/help-kind.ts";
import { findPromiseMessages } from "./queries.ts";

/** Identifies the message about a promise in the outbox. Its subject is the request. */
export const promiseMessage = { name: "help-promise", isUrgent: true } as const;

type PromiseMessage = Awaited<ReturnType<typeof findPromiseMessages>>[number];

const titles: Record<PromiseMessage["about"], (message: PromiseMessage) => string> = {
  DUE: ({ asker }) => `Time to call ${asker}`,
  ASKED: ({ helper, kind }) => `Did ${helper} ${kind === "COMING" ? "come" : "call"}?`,
  MISSED: ({ asker }) => `${asker} is still waiting for you`,
};

const texts: Record<PromiseMessage["about"], (message: PromiseMessage) => string> = {
  DUE: ({ asker, phrase }) => `You told ${asker} that you'd call now: “${phrase}”`,
  ASKED: () => "Please tap to say yes or not yet.",
  MISSED: ({ phrase }) => `“${phrase}” We're asking your family again.`,
};

function promiseContent(message: PromiseMessage): MessageContent {
  const { about, asker, asker_phone_number: callNumber, help_request_id } = message;
  const [title, text] = [titles[about](message), texts[about](message)];
  const isToHelper = about !== "ASKED";
  return {
    title,
    text,
    path: "/",
    sms: [`${title}.`, text, ...(isToHelper && callNumber ? [callNumber] : [])].join(" "),
    push: {
      kind: "help",
      tag: `help-promise-${help_request_id}`,
      ...(isToHelper && callNumber && { callName: asker, callNumber }),
      ttlSeconds: 15 * minuteSeconds,
      urgency: "high",
    },
  };
}

export const promiseKind: MessageKind = {
  ...promiseMessage,
  notAgain: "The moment that it was about is over.",
  async prepare({ database }, messages) {
    const found = await findPromiseMessages(
      database.reads,
      messages.map(({ id }) => id),
    );
    const wanted = new Map(found.map((row) => [row.message_id, row]));
    const parcels = messages.flatMap((message) => {
      const about = wanted.get(message.id);
      return about ? [{ messages: [message] as const, content: () => promiseContent(about) }] : [];
    });
    return { parcels };
  },
  reserve: reservePaid,
};
