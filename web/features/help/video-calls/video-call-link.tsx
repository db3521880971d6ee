import { useQuery } from "@tanstack/react-query";
import { Eye, Video } from "lucide-react";
import type { HelpRequest } from "#contract/help/requests.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Quiet } from "#web/ui/text.tsx";
import { videoCallQuery } from "./queries.ts";

interface VideoCallLinkProps {
  request: HelpRequest;
}

const addressOf = ({ id }: HelpRequest) => `/video-call/${id}`;

/** Offers the person who asked to show something to the helper. */
export const ShowLink = ({ request }: VideoCallLinkProps) =>
  request.helper && (
    <ButtonLink href={addressOf(request)} icon={Video}>
      Show {request.helper.name} with the camera
    </ButtonLink>
  );

/** Tells the helper that the person who asked is showing something, in a space that is reserved in advance. */
export function WatchLink({ request }: VideoCallLinkProps) {
  const { data: videoCall } = useQuery(videoCallQuery(request.id));
  if (!videoCall)
    return <Quiet>{request.askedBy.name} can show you something with a camera. It appears here.</Quiet>;
  return (
    <ButtonLink href={addressOf(request)} variant="primary" icon={Eye}>
      See what {request.askedBy.name} shows you
    </ButtonLink>
  );
}
