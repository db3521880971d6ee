import type * as pastRequests from "#contract/help/past-requests.ts";
import * as help from "#contract/help/requests.ts";
import { asked, lightBulb, taken } from "#tests/support/asked-help.ts";
import type { SampleCalls } from "#tests/support/sample-call.ts";

const records = "nothing: a request for help keeps its own history";

export const requestCalls: SampleCalls<typeof help | typeof pastRequests> = {
  "GET /api/help-requests": {},
  "GET /api/help-requests/past": { prepare: () => ({ query: { before: "1000" } }) },
  "GET /api/help-requests/figures": {},
  "GET /api/help-requests/:id": { prepare: async (family) => ({ params: await asked(family) }) },
  "POST /api/help-requests": { prepare: ({ rose: by }) => ({ by, body: lightBulb }), records },
  "POST /api/help-requests/:id/receipts": {
    prepare: async (family) => ({ params: await asked(family), body: { state: "SEEN" } }),
    records,
  },
  "POST /api/help-requests/receipts": {
    prepare: async (family) => ({ body: { ids: [(await asked(family)).id], state: "SEEN" } }),
    records,
  },
  "POST /api/help-requests/:id/acknowledgement": {
    prepare: async (family) => ({ params: await asked(family) }),
    records,
  },
  "DELETE /api/help-requests/:id/acknowledgement": {
    prepare: async (family) => ({ params: await taken(family) }),
    records,
  },
  "POST /api/help-requests/:id/resolution": {
    prepare: async (family) => ({ params: await asked(family) }),
    records,
  },
  "POST /api/help-requests/:id/cancellation": {
    prepare: async (family) => ({ by: family.rose, params: await asked(family) }),
    refuses: ["child", "admin"],
    records,
  },
  "POST /api/help-requests/:id/urgency": {
    prepare: async (family) => ({ by: family.rose, params: await asked(family) }),
    refuses: ["child", "admin"],
    records,
  },
  "DELETE /api/help-requests/:id/urgency": {
    async prepare(family) {
      const params = await asked(family);
      await family.rose.client.call(help.makeUrgent, { params });
      return { by: family.rose, params };
    },
    refuses: ["child", "admin"],
    records,
  },
  "POST /api/help-requests/:id/reopening": {
    async prepare(family) {
      const params = await asked(family);
      await family.anna.client.call(help.resolveHelpRequest, { params });
      return { by: family.rose, params };
    },
    refuses: ["child", "admin"],
    records,
  },
  "POST /api/help-requests/:id/undoing": {
    async prepare(family) {
      const params = await asked(family);
      await family.rose.client.call(help.cancelHelpRequest, { params });
      return { by: family.rose, params };
    },
    refuses: ["child", "admin"],
    records,
  },
  "POST /api/help-requests/:id/thanks": {
    async prepare(family) {
      const params = await taken(family);
      await family.rose.client.call(help.resolveHelpRequest, { params });
      return { by: family.rose, params };
    },
    refuses: ["child", "admin"],
    records,
  },
};
