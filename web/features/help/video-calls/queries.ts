import { queryOptions } from "@tanstack/react-query";
import { getVideoCall } from "#contract/help/video-calls.ts";
import { call } from "#web/platform/api/call.ts";

/** The video call about a request, or null while there is none for this person. */
export const videoCallQuery = (requestId: number) =>
  queryOptions({
    queryKey: ["video-calls", requestId],
    queryFn: ({ signal }) => call(getVideoCall, { params: { id: requestId } }, signal),
  });
