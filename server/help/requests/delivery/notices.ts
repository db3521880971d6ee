// The text of each message.

import type { EmailContent } from "#server/messages/email/content.ts";
import type { Notice } from "#server/messages/notice.ts";
import type { World } from "#server/world.ts";
import { tokenFor } from "../../answers/links.ts";
import type { Delivery } from "./deliveries.ts";

/** Deliveries that leave as one message. The newest request comes first. */
export type Group = readonly [Delivery, ...Delivery[]];

const anHour = 60 * 60;

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
const tagOf = ({ help_request_id }: Delivery): string => `#${help_request_id.toString(36).toUpperCase()}`;

const titles: Record<Delivery["about"], (delivery: Delivery, count: number) => string> = {
  ASKED: ({ asker, is_urgent }, count) => {
    const wants = count === 1 ? `${asker} needs help` : `${asker} needs help with ${count} things`;
    return is_urgent ? `URGENT: ${wants}` : wants;
  },
  ACKNOWLEDGED: ({ asker, helper }) => `${helper} will help ${asker}`,
  RESOLVED: ({ asker }) => `${asker} has been helped`,
  CANCELLED: ({ asker }) => `${asker} does not need this anymore`,
  REMINDED: ({ asker }) => `Has ${asker} been helped?`,
};

interface Links {
  answer: string;
  path: string;
}

function linksOf({ config, secrets }: World, first: Delivery): Links {
  const path = `/help/answer?to=${tokenFor(secrets, "answer", [first])}`;
  return { path, answer: config.publicUrl + path };
}

/** The whole of a text message. */
function textOf(group: Group, title: string, { answer }: Links): string {
  const [first] = group;
  const said = `${title}: ${quoted(group)}`;
  if (first.about === "ASKED") return `${said} Reply 1 to help, or open ${answer} (${tagOf(first)})`;
  if (first.about === "REMINDED") return `${said} When it's done, please say so: ${answer} (${tagOf(first)})`;
  return `${said} (${tagOf(first)})`;
}

const emailOf = (group: Group, title: string, { answer }: Links): EmailContent => ({
  subject: `${title} (${tagOf(group[0])})`,
  before: [`${title}.`, quoted(group)],
  link: { label: group[0].about === "ASKED" ? "I'll help" : "See what's happening", href: answer },
  after: [],
});

const receiptPathOf = (token: string, { channel }: Delivery): string =>
  channel === "sms" ? `/twilio/receipts/${token}` : `/api/help-answers/${token}/receipts`;

/** The links of a message: to answer it, to confirm that it has arrived, and to call. */
function returnLinks({ secrets }: World, group: Group) {
  const [first] = group;
  const receiptPath = receiptPathOf(tokenFor(secrets, "receipt", group), first);
  if (first.about !== "ASKED") return { receiptPath };
  const acknowledgePath = `/api/help-answers/${tokenFor(secrets, "answer", [first])}/acknowledgement`;
  const { asker: callName, asker_phone_number: callNumber } = first;
  return { receiptPath, acknowledgePath, ...(callNumber && { callName, callNumber }) };
}

export function noticeOf(world: World, group: Group): Notice {
  const [first] = group;
  const title = titles[first.about](first, group.length);
  const links = linksOf(world, first);
  const isPush = first.channel === "push";
  return {
    kind: "help",
    title,
    text: isPush ? quoted(group) : textOf(group, title, links),
    path: isPush ? "/" : links.path,
    tag: `help-request-${first.help_request_id}`,
    familyId: first.family_id,
    email: emailOf(group, title, links),
    ...{ ttlSeconds: anHour, isUrgent: first.about === "ASKED" || first.about === "REMINDED" },
    ...returnLinks(world, group),
  };
}
