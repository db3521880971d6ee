// Servers that know each other as cells, and families that have moved between them.
import { fingerprint } from "#server/platform/secrets.ts";
import { Client } from "./client.ts";
import { freePort } from "./free-port.ts";
import type { Person } from "./people.ts";
import { type ServerOptions, startServer, type TestServer } from "./server.ts";

export const cellsSecret = "a secret of the entrance and all cells";

/** A server at an address that others know in advance. */
export async function startCell({ env, ...options }: ServerOptions = {}): Promise<TestServer> {
  const port = await freePort();
  const address = { PUBLIC_URL: `http://127.0.0.1:${port}` };
  return await startServer({
    ...options,
    port,
    env: { ...address, CELLS_SECRET: cellsSecret, CELL_NUMBER: "0", ...env },
  });
}

interface Move {
  readonly origin?: string;
  readonly isOnItsWay?: boolean;
}

/** Makes a server the old cell of a family that lives in another one. Returns their devices as they are at the old address. */
export async function moveAwayFrom(
  oldCell: TestServer,
  people: readonly Person[],
  { origin = people[0]?.client.url ?? "", isOnItsWay = false }: Move = {},
): Promise<Client[]> {
  const { database, clock } = oldCell;
  const now = clock.now();
  const parcel = isOnItsWay ? { sealed_content: Buffer.from("rows"), due_at: now } : {};
  const family = { id: people[0]?.familyId ?? 0, origin, moved_at: now, ...parcel };
  await database.kysely.insertInto("moved_families").values(family).execute();
  const tokens = people.map(({ client }) => client.token ?? "");
  const devices = tokens.map((token) => ({ token_hash: fingerprint(token), moved_family_id: family.id }));
  await database.kysely.insertInto("moved_sessions").values(devices).execute();
  return tokens.map((token) => new Client(oldCell.url, token));
}
