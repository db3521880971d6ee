// The guides in the thread of a request: offered to the person who asked, and sent by those who help.
import { useQuery } from "@tanstack/react-query";
import { BookOpen, Send } from "lucide-react";
import { useLocation } from "wouter";
import { callName } from "#contract/call-name.ts";
import type { GuideId, Reply } from "#contract/help/replies.ts";
import type { HelpRequest } from "#contract/help/requests.ts";
import { useFamily } from "#web/features/families/queries.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { MoreOption, Option } from "#web/ui/action/option.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import {
  allGuides,
  guidesFor,
  guidesQuery,
  type ListedGuide,
  titleOfReady,
  useMakeGuide,
} from "./queries.ts";

const useGuides = (): ListedGuide[] => {
  const { data } = useQuery(guidesQuery);
  return data ? allGuides(data) : [];
};

type AskedRequest = Pick<HelpRequest, "id" | "phrase">;

const addressFor = (guideId: GuideId, requestId: number): string => `/guides/${guideId}?request=${requestId}`;

/**
 * "Anna wrote how: try it?" after the request was sent. It offers one guide, the family's own first, because each
 * further button is one more to read.
 */
export function GuideOffer({ request: { id, phrase } }: { request: AskedRequest }) {
  const familyName = useFamily()?.name ?? "";
  const [guide] = guidesFor(phrase, useGuides());
  if (!guide) return null;
  const writer = guide.own?.writtenBy;
  const ofFamily = writer ? `${callName(writer.name, familyName)} wrote how` : "Your family wrote how";
  return (
    <ButtonLink icon={BookOpen} href={addressFor(guide.id, id)}>
      <span>
        {guide.own ? ofFamily : "Here's how"}: try it? <b>{guide.title}</b>
      </span>
    </ButtonLink>
  );
}

interface GuideLinkProps {
  guide: NonNullable<Reply["guide"]>;
  requestId: number;
}

/** A guide that was sent as an answer. */
export const GuideLink = ({ guide: { id, title }, requestId }: GuideLinkProps) => (
  <ButtonLink icon={BookOpen} href={addressFor(id, requestId)} isStart>
    {title ?? (typeof id === "string" ? titleOfReady(id) : "A guide")}
  </ButtonLink>
);

interface GuideChoiceProps {
  request: AskedRequest;
  isBusy: boolean;
  onSend: (id: GuideId) => void;
}

/** All guides, those of the request's phrase first. One tap sends one. */
export function GuideChoice({ request: { phrase }, isBusy, onSend }: GuideChoiceProps) {
  const guides = useGuides();
  const fitting = guidesFor(phrase, guides);
  const inOrder = [...fitting, ...guides.filter((guide) => !fitting.includes(guide))];
  return (
    <MoreOption label="Send a guide">
      <Stack as="ul" gap={12}>
        {inOrder.map(({ id, title }) => (
          <li key={id}>
            <Option icon={Send} isBusy={isBusy} onClick={() => onSend(id)}>
              {title}
            </Option>
          </li>
        ))}
      </Stack>
    </MoreOption>
  );
}

/** Makes a guide of what solved this request. The form then contains all of it. */
export function GuideMaking({ requestId }: { requestId: number }) {
  const [, navigate] = useLocation();
  const make = useMakeGuide(requestId);
  const press = () => make.mutate(undefined, { onSuccess: ({ id }) => navigate(`/guides/${id}/edit`) });
  return (
    <Stack gap={12}>
      <Button icon={BookOpen} isBusy={make.isPending} busyLabel="Writing..." onClick={press} isStart>
        Make a guide from this
      </Button>
      <ErrorMessage error={make.error} />
    </Stack>
  );
}
