import * as families from "#contract/families.ts";
import type { SampleCalls } from "#tests/support/sample-call.ts";

const moved = {
  name: "The Stones",
  timeZone: "Europe/London",
  country: "GB",
  puzzleLibrary: false,
  hellos: false,
} as const;

export const familyCalls: SampleCalls<typeof families> = {
  "GET /api/family": {},
  "GET /api/family/members": {},
  "GET /api/family/proxy": {},
  "PUT /api/family": {
    prepare: () => ({ body: moved }),
    records: [
      ["Anna Reyes", { kind: "family-renamed", from: "The Reyes family", to: "The Stones" }],
      ["Anna Reyes", { kind: "time-zone-changed", from: "America/New_York", to: "Europe/London" }],
      ["Anna Reyes", { kind: "country-changed", from: "US", to: "GB" }],
      ["Anna Reyes", { kind: "puzzle-library-changed", isOn: false }],
      ["Anna Reyes", { kind: "family-switch-changed", name: "hellos", isOn: false }],
    ],
  },
  "PUT /api/family/members/:id": {
    prepare: ({ ben }) => ({ params: { id: ben.id }, body: { role: "admin" } }),
    records: [["Anna Reyes", { kind: "role-changed", member: "Ben", from: "child", to: "admin" }]],
  },
  "DELETE /api/family/members/:id": {
    prepare: ({ ben }) => ({ params: { id: ben.id } }),
    records: [["Anna Reyes", { kind: "member-removed", member: "Ben" }]],
  },
  "DELETE /api/family/membership": {
    prepare: ({ ben: by }) => ({ by }),
    records: [["Ben", { kind: "member-left" }]],
  },
  "POST /api/families": {
    async prepare({ ben: by }) {
      await by.client.call(families.leaveFamily);
      return { by, body: { role: "admin" } };
    },
    records: "nothing: the family is new, and has nobody else in it",
  },
  "PUT /api/account/family": {
    prepare: ({ caller: { familyId } }) => ({ body: { familyId } }),
    records: "nothing: only this person's own devices, screens and messages change",
  },
};
