import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { deleteHello, getHelloPicture, giveHelloPicture } from "#contract/hellos.ts";
import { countMedia } from "#server/features/operator/queries.ts";
import { zipOfFamily } from "#server/features/personal-data/export/exports.ts";
import type { MediaSettings } from "#server/platform/config/media.ts";
import { type Person, reyesFamily } from "#tests/support/people.ts";
import { photo } from "#tests/support/photos.ts";
import { startS3 } from "#tests/support/s3.ts";
import { useServer } from "#tests/support/server.ts";
import { mediaParts } from "./media.ts";
import { moveMedia, verifyMedia } from "./moves.ts";

const server = useServer();
let s3: Awaited<ReturnType<typeof startS3>>;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.stop());

const worldWith = (store: MediaSettings["store"]) => {
  const { world } = server();
  return { ...world, config: { ...world.config, media: { store, bucket: s3.settings } } };
};
const toBucket = () => moveMedia(worldWith("bucket"));
const toDatabase = () => moveMedia(worldWith("database"));
const count = () => countMedia(server().database.kysely);

beforeEach(async () => {
  s3.fault.status = undefined;
  // The routes use the settings that the server was started with.
  Object.assign(server().world.config, { media: worldWith("bucket").config.media });
  await server().database.kysely.deleteFrom("hellos").execute();
  await toBucket();
  expect(s3.objects.size).toBe(0);
});

async function giveHello({ client }: Person, caption = "A hello") {
  const headers = { "idempotency-key": caption };
  const given = await client.call(giveHelloPicture, {
    headers,
    query: { place: "0", caption },
    upload: await photo({ width: 2_000, height: 1_500 }),
  });
  const path = `${getHelloPicture.path.replace(":id", String(given.pictures[0]?.id))}?size=large`;
  const look = async () => {
    const response = await client.fetch("GET", path);
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  return { ...given, look };
}

test("files move to the bucket and back, and look the same wherever they are", async () => {
  const { anna } = await reyesFamily(server());
  const { look } = await giveHello(anna);
  const before = await look();
  expect(before.status).toBe(200);
  expect(await toBucket()).toEqual({ moved: 2, failed: 0 });
  expect(await count()).toMatchObject({ inDatabase: 0, databaseBytes: 0, inBucket: 2, leftovers: 0 });
  expect(await look()).toEqual(before);
  for (const stored of s3.objects.values()) expect(stored.includes("WEBP")).toBe(false);
  const [file] = (await zipOfFamily(server().world, anna.familyId)).media;
  const exported = await Array.fromAsync(mediaParts(server().world, file ?? { media_id: 0 }));
  expect(Buffer.concat(exported)).toEqual(before.bytes);
  expect(await toDatabase()).toEqual({ moved: 2, failed: 0 });
  expect(await count()).toMatchObject({ inDatabase: 2, inBucket: 0, leftovers: 0 });
  expect(s3.objects.size).toBe(0);
  expect(await look()).toEqual(before);
});

test("an object goes when the last file with its bytes is deleted", async () => {
  const { anna } = await reyesFamily(server());
  const [one, other] = [await giveHello(anna, "One"), await giveHello(anna, "Two")];
  await toBucket();
  // Both are the same photo, in two sizes.
  expect(s3.objects.size).toBe(2);
  await anna.client.call(deleteHello, { params: { id: one.id } });
  await toBucket();
  expect(s3.objects.size).toBe(2);
  expect((await other.look()).status).toBe(200);
  await anna.client.call(deleteHello, { params: { id: other.id } });
  await toBucket();
  expect(s3.objects.size).toBe(0);
});

test.each([503, 403, 0])(
  "while the S3 server fails (%i), new files are stored, and nothing is lost",
  async (status) => {
    const { anna } = await reyesFamily(server());
    const { look: lookAtMoved } = await giveHello(anna, "Moved");
    await toBucket();
    s3.fault.status = status;
    const { look } = await giveHello(anna, "New");
    // Of the same bytes, so that both would have the same objects.
    expect(await toBucket()).toEqual({ moved: 0, failed: 2 });
    expect((await look()).status).toBe(200);
    expect((await lookAtMoved()).status).toBe(503);
    s3.fault.status = undefined;
    expect(await toBucket()).toEqual({ moved: 2, failed: 0 });
    expect((await lookAtMoved()).status).toBe(200);
    expect(await count()).toMatchObject({ inDatabase: 0, inBucket: 4, leftovers: 0 });
  },
);

test("what a killed server has uploaded is used by the next one, or deleted if its file is gone", async () => {
  const { anna } = await reyesFamily(server());
  const { kysely } = server().database;
  const { id, look } = await giveHello(anna);
  await toBucket();
  // As if the server had been killed after the upload, before its rows were changed.
  const rows = await kysely.selectFrom("media").select(["id", "content_key"]).execute();
  const uploaded = new Map(s3.objects);
  await toDatabase();
  const leave = async () => {
    for (const [key, bytes] of uploaded) s3.objects.set(key, bytes);
    for (const { content_key } of rows)
      await kysely
        .insertInto("media_leftovers")
        .values({ object_key: content_key ?? "", added_at: server().clock.now() })
        .execute();
  };
  await leave();
  expect(await toBucket()).toEqual({ moved: 2, failed: 0 });
  expect(await count()).toMatchObject({ inBucket: 2, leftovers: 0 });
  expect((await look()).status).toBe(200);
  await toDatabase();
  await leave();
  await anna.client.call(deleteHello, { params: { id } });
  await toBucket();
  expect(s3.objects.size).toBe(0);
});

test("verifying finds objects that are missing, damaged or in each other's place", async () => {
  const { anna } = await reyesFamily(server());
  await giveHello(anna);
  await toBucket();
  expect(await verifyMedia(server().world)).toEqual({ right: 2, wrong: [] });
  const [[oneKey, one], [otherKey, other]] = [...s3.objects] as [[string, Buffer], [string, Buffer]];
  s3.objects.set(oneKey, other);
  expect((await verifyMedia(server().world)).wrong).toHaveLength(1);
  const damaged = Buffer.from(one);
  damaged.writeUInt8(one.readUInt8(0) ^ 1);
  s3.objects.set(oneKey, damaged);
  s3.objects.delete(otherKey);
  expect((await verifyMedia(server().world)).wrong).toHaveLength(2);
});

test("a turn of the job moves no more than it may, and the next one goes on", async () => {
  const { anna } = await reyesFamily(server());
  await giveHello(anna);
  expect(await moveMedia(worldWith("bucket"), 1)).toEqual({ moved: 1, failed: 0 });
  expect(await count()).toMatchObject({ inDatabase: 1, inBucket: 1 });
  expect(await moveMedia(worldWith("bucket"), 1)).toEqual({ moved: 1, failed: 0 });
  expect(await count()).toMatchObject({ inDatabase: 0, inBucket: 2 });
});
