import { channels } from "#contract/channels.ts";
import type { FailedMessage, Resent } from "#contract/operator/failed-messages.ts";
import { Refused } from "#server/features/personal-data/refusals.ts";
import { aligned, type Commands, minuteOf } from "./command.ts";
import { listFailedMessages, resendMessage, resendMessages } from "./failed-messages.ts";

const rowOf = ({ id, failedAt, kind, channel, name, address, reason, notAgain }: FailedMessage): string[] => [
  String(id),
  minuteOf(failedAt),
  kind,
  channel,
  [name, address].filter(Boolean).join(" ") || "nobody known",
  [reason ?? "The reason was not kept.", ...(notAgain === null ? [] : [`Not again: ${notAgain}`])].join(" "),
];

const resentLines = ({ resent, over }: Resent): string[] => [
  `Sent again: ${resent}.`,
  ...(over > 0 ? [`Not sent, because what they are about is over: ${over}.`] : []),
];

export const messageCommands: Commands = {
  "failed-messages": {
    takes: [],
    does: "Messages that were given up in the last 30 days, with the provider's reason",
    async run(world) {
      const { messages, hasMore } = await listFailedMessages(world, {});
      if (messages.length === 0) return ["No message was given up in the last 30 days."];
      const head = ["Number", "When (UTC)", "Kind", "Channel", "To", "Reason"];
      const rest = hasMore
        ? ["", `The newest ${messages.length}. The operator's page shows the others.`]
        : [];
      return [...aligned([head, ...messages.map(rowOf)]), ...rest];
    },
  },
  resend: {
    takes: ["MESSAGE|CHANNEL"],
    does: "Sends a message again that was given up, or the newest 200 of a channel",
    async run(world, [which = ""]) {
      if (/^\d{1,15}$/.test(which)) return resentLines(await resendMessage(world, Number(which)));
      const channel = channels.find((name) => name === which);
      if (!channel)
        throw new Refused(
          `Please give the number of a message, as failed-messages shows it, or a channel: ${channels.join(", ")}.`,
        );
      return resentLines(await resendMessages(world, channel));
    },
  },
};
