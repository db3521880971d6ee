import { useQuery } from "@tanstack/react-query";
import type { Reply } from "#contract/help/replies.ts";
import type { HelpRequest } from "#contract/help/requests.ts";
import { addressInPage, repliesQuery } from "./queries.ts";

interface NewestReplyProps {
  request: HelpRequest;
}

function linkWords({ picture, voiceMessage }: Reply, name: string): string {
  if (picture) return `See ${name}'s picture`;
  return voiceMessage ? `Listen to ${name}'s voice message` : `Read ${name}'s message`;
}

/** Leads from the top of a card to the newest reply of the person who asked, which is in the thread far below. */
export function NewestReply({ request: { id, askedBy } }: NewestReplyProps) {
  const { data: replies = [] } = useQuery(repliesQuery(id));
  const newest = replies.findLast(({ person }) => person.id === askedBy.id);
  return newest && <a href={`#${addressInPage(newest)}`}>{linkWords(newest, askedBy.name)}</a>;
}
