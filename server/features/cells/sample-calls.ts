import type * as cells from "#contract/cells.ts";
import { fingerprint, randomCode } from "#server/platform/secrets.ts";
import type { SampleCalls, Situation } from "#tests/support/sample-call.ts";

/** A device whose family has moved to another cell. */
async function movedDevice({ server, feeds, caller }: Situation) {
  const { database, clock } = server;
  const token = randomCode();
  const family = { id: caller.familyId, origin: feeds.at(""), moved_at: clock.now() };
  await database.kysely
    .insertInto("moved_families")
    .values(family)
    .onConflict((known) => known.doNothing())
    .execute();
  await database.kysely
    .insertInto("moved_sessions")
    .values({ token_hash: fingerprint(token), moved_family_id: family.id })
    .execute();
  feeds.answer("/cells/devices", (response) =>
    response.end(JSON.stringify({ url: feeds.at("/?token=device-1") })),
  );
  return { headers: { authorization: `Bearer ${token}` } };
}

export const cellCalls: SampleCalls<typeof cells> = {
  "POST /api/cells/search": {
    prepare: ({ rose }) => ({ body: { address: rose.phoneNumber } }),
    records: "nothing: it is a step on the way to something that is recorded",
  },
  "GET /api/cells/room": {},
  "GET /api/cells/new-address": { prepare: movedDevice },
  "POST /api/cells/new-address": {
    prepare: movedDevice,
    records: "nothing: it is a step on the way to something that is recorded",
  },
};
