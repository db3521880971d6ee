import * as puzzles from "#contract/puzzles.ts";
import { newPuzzle, shown } from "#tests/support/puzzles.ts";
import type { Family, SampleCalls } from "#tests/support/sample-call.ts";

const ownPuzzle = async ({ anna }: Family) =>
  (await anna.client.call(puzzles.createPuzzle, { body: newPuzzle })).id;

export const puzzleCalls: SampleCalls<typeof puzzles> = {
  "GET /api/puzzles": {},
  "POST /api/puzzles": {
    prepare: () => ({ body: newPuzzle }),
    records: "nothing: it changes what the day shows",
  },
  "PUT /api/puzzles/:id": {
    prepare: async (family) => ({ params: { id: await ownPuzzle(family) }, body: { isActive: false } }),
    records: "nothing: it changes what the day shows",
  },
  "DELETE /api/puzzles/:id": {
    prepare: async (family) => ({ params: { id: await ownPuzzle(family) } }),
    records: "nothing: it changes what the day shows",
  },
  "GET /api/puzzles/active": {},
  "POST /api/puzzles/active/answers": {
    async prepare({ rose: by }) {
      const { id: puzzleId, correctAnswer: answer } = await shown(by);
      return { by, body: { puzzleId, answer } };
    },
    records: "nothing: it changes what the day shows",
  },
  "GET /api/account/puzzle-sharing": {},
  "PUT /api/account/puzzle-sharing": {
    prepare: ({ rose: by }) => ({ by, body: { isShared: true } }),
    records: "nothing: only this person's own devices, screens and messages change",
  },
};
