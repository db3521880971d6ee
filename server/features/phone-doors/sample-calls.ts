import type * as phoneDoors from "#contract/phone-doors.ts";
import { openDoorOf } from "#tests/support/phone-doors.ts";
import type { SampleCalls } from "#tests/support/sample-call.ts";

export const phoneDoorCalls: SampleCalls<typeof phoneDoors> = {
  "GET /api/phone-doors": {},
  "PUT /api/phone-doors/:id": {
    prepare: ({ rose }) => ({ params: { id: rose.id }, body: { phoneNumber: "+16145550177", pin: "2468" } }),
    records: [["Anna Reyes", { kind: "phone-door-changed", member: "Rose", isOn: true }]],
  },
  "DELETE /api/phone-doors/:id": {
    async prepare({ anna, rose }) {
      await openDoorOf(anna, rose);
      return { params: { id: rose.id } };
    },
    records: [["Anna Reyes", { kind: "phone-door-changed", member: "Rose", isOn: false }]],
  },
};
