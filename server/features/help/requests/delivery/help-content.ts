// The words of the messages about a help request.
import { hourSeconds } from "#contract/durations.ts";
import { standingVerdict, verdictWords } from "#contract/help/verdict-words.ts";
import type {
  EmailContent,
  Message,
  MessageContent,
  MessageLinks,
} from "#server/platform/messages/message-kind.ts";
import type { World } from "#server/platform/world.ts";
import type { findHelpMessages } from "./queries.ts";

type Found = Awaited<ReturnType<typeof findHelpMessages>>[number];

/** A message with the request that it is about. A change of the request may have stopped it after it was claimed. */
export interface HelpMessage extends Omit<Found, "message_id"> {
  readonly message: Message;
}

/** Messages that leave as one. The newest request comes first. */
export type Group = readonly [HelpMessage, ...HelpMessage[]];

// No provider takes a text of more than 1,600 characters.
const maxQuotedLength = 800;

/** Quotes as many requests as fit, the newest first. */
function quoted(group: Group): string {
  const quotes = group.map(({ phrase }) => `“${phrase}”`);
  const fits = (_: string, place: number) => quotes.slice(0, place + 1).join(" ").length <= maxQuotedLength;
  const shown = quotes.filter(fits);
  const left = quotes.length - shown.length;
  return left === 0 ? shown.join(" ") : `${shown.join(" ")} and ${left} more.`;
}

/** A short tag that stays the same, so that a person who gets a message twice can tell. */
const tagOf = ({ help_request_id }: HelpMessage): string => `#${help_request_id.toString(36).toUpperCase()}`;

const titles: Record<HelpMessage["about"], (message: HelpMessage, group: Group) => string> = {
  ASKED: ({ asker, is_scam_check }, group) => {
    if (is_scam_check) return `URGENT: ${asker} asks: Is this a scam?`;
    const wants =
      group.length === 1 ? `${asker} needs help` : `${asker} needs help with ${group.length} things`;
    return group.some(({ is_urgent }) => is_urgent) ? `URGENT: ${wants}` : wants;
  },
  ACKNOWLEDGED({ asker, helper, verdicts }) {
    const verdict = standingVerdict(verdicts);
    if (verdict === "SCAM" || verdict === "FINE") return `${asker} was told: ${verdictWords[verdict]}`;
    return `${helper} will help ${asker}`;
  },
  // Only the person who asked can say that it is solved. The finisher is the first person who said that it is done.
  RESOLVED: ({ asker, asked_by, finisher, finisher_id }) =>
    finisher_id === asked_by
      ? `${asker} is OK now`
      : `${finisher ?? "Your family"} said it's done for ${asker}`,
  CANCELLED: ({ asker }) => `${asker} does not need this anymore`,
  REMINDED: ({ asker }) => `Has ${asker} been helped?`,
};

/** The complete text message. */
function textOf(group: Group, title: string, answer: string, takesReplies: boolean): string {
  const [first] = group;
  const said = `${title}: ${quoted(group)}`;
  if (first.about === "ASKED") {
    const { replies, without } = first.is_scam_check
      ? {
          replies: "Reply 1 if you're calling, 2 if it's a scam, 3 if it's fine, or open",
          without: "To answer, open",
        }
      : { replies: "Reply 1 to help, or open", without: "To help, open" };
    return `${said} ${takesReplies ? replies : without} ${answer} (${tagOf(first)})`;
  }
  if (first.about === "REMINDED") return `${said} When it's done, please say so: ${answer} (${tagOf(first)})`;
  return `${said} (${tagOf(first)})`;
}

/** The link of an e-mail. A scam check is answered by a verdict, on the page behind it. */
function linkLabelOf({ about, asker, is_scam_check }: HelpMessage): string {
  if (about !== "ASKED") return "See what's happening";
  return is_scam_check ? `Answer ${asker}` : "I'll help";
}

const emailOf = (group: Group, title: string, answer: string): EmailContent => ({
  subject: `${title} (${tagOf(group[0])})`,
  before: [`${title}.`, quoted(group)],
  link: { label: linkLabelOf(group[0]), href: answer },
  after: [],
});

/** The buttons of a notification for a person who is asked. */
function buttonsOf(message: HelpMessage, { answerToken }: MessageLinks) {
  const { about, asker, asker_phone_number, is_scam_check } = message;
  if (about !== "ASKED") return {};
  const path = `/api/help-answers/${answerToken}`;
  const answer = is_scam_check
    ? { verdictPath: `${path}/verdict` }
    : { acknowledgePath: `${path}/acknowledgement` };
  return { ...answer, ...(asker_phone_number && { callName: asker, callNumber: asker_phone_number }) };
}

export function helpContent({ config }: World, group: Group, links: MessageLinks): MessageContent {
  const [first] = group;
  const title = titles[first.about](first, group);
  const answer = `${config.publicUrl}/help/answer?to=${links.answerToken}`;
  return {
    title,
    text: quoted(group),
    path: "/",
    sms: textOf(group, title, answer, links.takesReplies),
    email: emailOf(group, title, answer),
    push: {
      kind: "help",
      tag: `help-request-${first.help_request_id}`,
      ttlSeconds: hourSeconds,
      urgency: first.about === "ASKED" || first.about === "REMINDED" ? "high" : "normal",
      ...buttonsOf(first, links),
    },
  };
}
