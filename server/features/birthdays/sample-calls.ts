import type * as birthdays from "#contract/birthdays.ts";
import { setBirthday } from "#tests/support/birthdays.ts";
import type { SampleCalls } from "#tests/support/sample-call.ts";

export const birthdayCalls: SampleCalls<typeof birthdays> = {
  "PUT /api/birthdays/:id": {
    prepare: ({ rose }) => ({ params: { id: rose.id }, body: { month: 12, day: 6, year: 1942 } }),
    refuses: ["child"],
    records: [["Anna Reyes", { kind: "birthday-changed", member: "Rose" }]],
  },
  "DELETE /api/birthdays/:id": {
    async prepare({ anna, rose }) {
      await setBirthday(anna, rose);
      return { params: { id: rose.id } };
    },
    refuses: ["child"],
    records: [["Anna Reyes", { kind: "birthday-changed", member: "Rose" }]],
  },
};
