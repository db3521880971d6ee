import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/platform/api/call.ts";

/** The video call about a request, or null while there is none for this person. */
export const videoCallQuery = (requestId: number) =>
  queryOptions({
    queryKey: ["video-calls", requestId],
    queryFn: ({ signal }) =>
      call("GET /api/help-requests/:id/video-call", { params: { id: requestId } }, signal),
  });
