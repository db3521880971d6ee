import * as lights from "#contract/lights.ts";
import { chooseLight, moveToMorning } from "#tests/support/lights.ts";
import type { SampleCalls, Situation } from "#tests/support/sample-call.ts";

const records = "nothing: a light says itself who turned it on, and is private to its person otherwise";

/** Rose has her light, and it is morning where she lives. */
async function onAMorning(family: Situation) {
  await chooseLight(family);
  await moveToMorning(family.server, family.rose);
  return { by: family.rose, body: { at: family.server.clock.now().toISOString() } };
}

export const lightCalls: SampleCalls<typeof lights> = {
  "GET /api/lights": {},
  "GET /api/lights/own": { prepare: ({ rose: by }) => ({ by }) },
  "PUT /api/lights/own": {
    prepare: ({ rose: by, ben }) => ({ by, body: { usualTime: "09:00", contactIds: [ben.id] } }),
    records,
  },
  "DELETE /api/lights/own": {
    async prepare(family) {
      await chooseLight(family);
      return { by: family.rose };
    },
    records,
  },
  "PUT /api/lights/own/pause": {
    async prepare(family) {
      await chooseLight(family);
      return { by: family.rose, body: { awayUntil: "2999-01-01" } };
    },
    records,
  },
  "PUT /api/lights/own/lighting": { prepare: onAMorning, records },
  "PUT /api/lights/own/use": {
    async prepare(family) {
      const { by } = await onAMorning(family);
      return { by };
    },
    records,
  },
  "PUT /api/lights/:id/wave": {
    async prepare(family) {
      const { by, body } = await onAMorning(family);
      await by.client.call(lights.turnOnOwnLight, { body });
      return { params: { id: by.id }, body };
    },
    records,
  },
  "GET /api/light-messages": {},
  "PUT /api/light-messages/:id": {
    async prepare({ rose, caller }) {
      const body = { usualTime: "09:00", contactIds: [caller.id] } as const;
      await rose.client.call(lights.chooseOwnLight, { body });
      return { params: { id: rose.id }, body: { areOn: false } };
    },
    records: "nothing: only this person's own devices, screens and messages change",
  },
};
