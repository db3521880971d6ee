import * as videoCalls from "#contract/help/video-calls.ts";
import { asked, taken } from "#tests/support/asked-help.ts";
import type { Family, SampleCalls } from "#tests/support/sample-call.ts";

const records = "nothing: a request for help keeps its own history";
/** A session description (RFC 8866). */
const description = "v=0\r\n";

/** Rose calls Anna, who has taken her request. */
async function started(family: Family) {
  const params = await taken(family);
  const body = { source: "camera", offer: description };
  const { id: videoCallId } = await family.rose.client.call(videoCalls.startVideoCall, { params, body });
  return { params, videoCallId };
}

export const videoCallCalls: SampleCalls<typeof videoCalls> = {
  "GET /api/help-requests/:id/video-call": {
    prepare: async (family) => ({ params: await asked(family) }),
  },
  "GET /api/help-requests/:id/ice-servers": {
    prepare: async (family) => ({ by: family.rose, params: await taken(family) }),
    refuses: ["child", "admin"],
  },
  "POST /api/help-requests/:id/video-call": {
    prepare: async (family) => ({
      by: family.rose,
      params: await taken(family),
      body: { source: "screen", offer: description },
    }),
    refuses: ["child", "admin"],
    records,
  },
  "PUT /api/help-requests/:id/video-call/answer": {
    async prepare(family) {
      const { params, videoCallId } = await started(family);
      return { params, body: { videoCallId, answer: description } };
    },
    records,
  },
  "DELETE /api/help-requests/:id/video-call": {
    prepare: async (family) => ({ params: (await started(family)).params }),
    records,
  },
};
