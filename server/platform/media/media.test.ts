import { sql } from "kysely";
import { expect, test } from "vitest";
import { removeOwnPicture } from "#contract/accounts/pictures.ts";
import { deleteHello, getHelloPicture, giveHelloPicture } from "#contract/hellos.ts";
import { removeThing } from "#contract/help/things.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { photo, sendFace, sendThing } from "#tests/support/photos.ts";
import { useServer } from "#tests/support/server.ts";
import { statementsDuring } from "#tests/support/statements.ts";

const server = useServer();
const kysely = () => server().database.kysely;

const filesOf = async (familyId: number): Promise<number> =>
  (await kysely().selectFrom("family_files").select("bytes").where("family_id", "=", familyId).execute())
    .length;

const giveHello = async ({ client }: Awaited<ReturnType<typeof reyesFamily>>["anna"]) =>
  client.call(giveHelloPicture, {
    headers: { "idempotency-key": "a hello" },
    query: { place: "0" },
    upload: await photo(),
  });

test("a file is deleted with what shows it, and when another takes its place", async () => {
  const { anna, rose } = await reyesFamily(server());
  const { id: thing } = await sendThing(anna.client);
  const { id: hello } = await giveHello(anna);
  await sendFace(rose.client);
  await sendFace(rose.client);
  // The thing's, the face's, and the two sizes of the hello's.
  expect(await filesOf(anna.familyId)).toBe(4);
  await anna.client.call(deleteHello, { params: { id: hello } });
  expect(await filesOf(anna.familyId)).toBe(2);
  await anna.client.call(removeThing, { params: { id: thing } });
  await rose.client.call(removeOwnPicture);
  expect(await kysely().selectFrom("media").select("id").execute()).toEqual([]);
});

test("every column that points to a file deletes it with its row, but for the list of files sent ahead", async () => {
  const { rows } = await sql<{ column: string; isDeleted: boolean }>`
    select c.conrelid::regclass || '.' || a.attname as "column", exists (
      select from pg_trigger t where t.tgrelid = c.conrelid and t.tgfoid = 'delete_media'::regproc
        and encode(t.tgargs, 'escape') = a.attname || '\\000'
    ) as "isDeleted"
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where c.confrelid = 'media'::regclass and a.attname <> 'family_id'
      and c.conrelid <> 'arriving_media'::regclass order by 1`.execute(kysely());
  expect(rows.length).toBeGreaterThan(7);
  expect(rows.filter(({ isDeleted }) => !isDeleted)).toEqual([]);
});

test("a browser that has a file is asked to show it again without reading its bytes", async () => {
  const { anna } = await reyesFamily(server());
  const hello = await giveHello(anna);
  const path = `${getHelloPicture.path.replace(":id", String(hello.pictures[0]?.id))}?size=small`;
  const first = await anna.client.fetch("GET", path);
  const headers = { "if-none-match": first.headers.get("etag") ?? "" };
  const statements = await statementsDuring(async () => {
    expect((await anna.client.fetch("GET", path, { headers })).status).toBe(304);
  });
  expect(statements.filter((statement) => statement.includes('from "media"'))).toEqual([]);
  expect((await anna.client.fetch("GET", path)).status).toBe(200);
});
