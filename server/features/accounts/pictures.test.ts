import sharp from "sharp";
import { expect, test } from "vitest";
import { getAccount } from "#contract/accounts/accounts.ts";
import {
  changeMemberPicture,
  changeOwnPicture,
  removeMemberPicture,
  removeOwnPicture,
} from "#contract/accounts/pictures.ts";
import { getFamily, leaveFamily, removeMember } from "#contract/families.ts";
import { type Person, reyesFamily } from "#tests/support/people.ts";
import { asPhoto, photo, sendFace } from "#tests/support/photos.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();

const pictureOf = async ({ client }: Person, { id }: Person) => {
  const { members } = await client.call(getFamily);
  return members.find((member) => member.id === id)?.picture ?? null;
};

test("the family sees a person's picture, as a square of at most 40 KB", async () => {
  const { anna, rose } = await reyesFamily(server());
  expect(await pictureOf(rose, anna)).toBeNull();
  const upload = await photo({ width: 1_200, height: 800, isNoisy: true });
  await anna.client.call(changeOwnPicture, { upload });
  const first = await pictureOf(rose, anna);
  const response = await rose.client.fetch("GET", first ?? "");
  const bytes = Buffer.from(await response.arrayBuffer());
  const { width, height, format } = await sharp(bytes).metadata();
  expect([format, width === height, bytes.length <= 40_000]).toEqual(["jpeg", true, true]);
  expect(response.headers.get("cache-control")).toBe("private, no-cache");

  await sendFace(anna.client);
  expect(await pictureOf(rose, anna)).not.toBe(first);
  expect((await rose.client.fetch("GET", first ?? "")).status).toBe(404);
  expect((await anna.client.call(getAccount)).picture).toBe(await pictureOf(rose, anna));
});

test("neither people outside the person's families nor those who have left see it", async () => {
  const { anna, ben, rose } = await reyesFamily(server());
  const { anna: stranger } = await reyesFamily(server());
  await sendFace(anna.client);
  const path = (await pictureOf(rose, anna)) ?? "";
  expect((await stranger.client.fetch("GET", path)).status).toBe(404);
  expect((await ben.client.fetch("GET", path)).status).toBe(200);
  await ben.client.call(leaveFamily);
  expect((await ben.client.fetch("GET", path)).status).toBe(404);
});

test("a browser that has kept a picture asks before each use, and shows it to nobody who was removed", async () => {
  const { anna, ben, rose } = await reyesFamily(server());
  await sendFace(anna.client);
  const path = (await pictureOf(rose, anna)) ?? "";
  const etag = (await ben.client.fetch("GET", path)).headers.get("etag") ?? "";
  const again = ({ client }: Person) => client.fetch("GET", path, { headers: { "if-none-match": etag } });
  for (let turn = 0; turn < 350; turn++) expect((await again(ben)).status).toBe(304);
  await anna.client.call(removeMember, { params: { id: ben.id } });
  expect((await again(ben)).status).toBe(404);
  expect((await again(rose)).status).toBe(304);
});

test("a removed picture is gone, and a file that is not a picture leaves the previous one", async () => {
  const { anna, rose } = await reyesFamily(server());
  await sendFace(anna.client);
  const path = (await pictureOf(rose, anna)) ?? "";
  const upload = asPhoto(new TextEncoder().encode("Hello"));
  const { status, body } = await anna.client.ask(changeOwnPicture, { upload });
  expect([status, body]).toEqual([
    400,
    { message: "This is not a photo that we can read. Please choose a JPEG, PNG or WebP.", code: "invalid" },
  ]);
  expect(await pictureOf(rose, anna)).toBe(path);
  await anna.client.call(removeOwnPicture);
  expect(await pictureOf(rose, anna)).toBeNull();
  expect((await anna.client.fetch("GET", path)).status).toBe(404);
});

test("an admin sets Rose's picture without its location, and Rose changes or removes it herself", async () => {
  const { anna, rose } = await reyesFamily(server());
  const params = { id: rose.id };
  const exif = { IFD3: { GPSLatitudeRef: "N", GPSLatitude: "39/1 57/1 0/1" } };
  const located = await photo({ exif });
  expect((await sharp(await located.arrayBuffer()).metadata()).exif).toBeDefined();
  await anna.client.call(changeMemberPicture, { params, upload: located });
  const first = (await pictureOf(rose, rose)) ?? "";
  const stored = await rose.client.fetch("GET", first);
  expect((await sharp(await stored.arrayBuffer()).metadata()).exif).toBeUndefined();
  await sendFace(rose.client);
  expect(await pictureOf(anna, rose)).not.toBe(first);
  await anna.client.call(changeMemberPicture, { params, upload: await photo() });
  await rose.client.call(removeOwnPicture);
  expect(await pictureOf(anna, rose)).toBeNull();
  await sendFace(rose.client);
  await anna.client.call(removeMemberPicture, { params });
  expect(await pictureOf(rose, rose)).toBeNull();
});

test("nobody sets the picture of somebody in another family, and only admins set those of others", async () => {
  const { anna, ben, rose } = await reyesFamily(server());
  const { anna: stranger } = await reyesFamily(server());
  await sendFace(rose.client);
  const before = await pictureOf(anna, rose);
  const params = { id: rose.id };
  const upload = await photo();
  const statuses = [];
  for (const { client } of [stranger, ben, rose])
    statuses.push(
      (await client.ask(changeMemberPicture, { params, upload })).status,
      (await client.ask(removeMemberPicture, { params })).status,
    );
  expect(statuses).toEqual([404, 404, 403, 403, 403, 403]);
  expect(await pictureOf(anna, rose)).toBe(before);
});

test("a picture that an admin sets counts toward the admin's and the family's day", async () => {
  const { anna, rose } = await reyesFamily(server());
  await anna.client.call(changeMemberPicture, { params: { id: rose.id }, upload: await photo() });
  const { kysely } = server().database;
  const keys = [`person ${anna.id}`, `family ${anna.familyId}`, `person ${rose.id}`];
  const counted = await kysely.selectFrom("stored_bytes").select("key").where("key", "in", keys).execute();
  expect(counted.map(({ key }) => key).sort()).toEqual([keys[0], keys[1]].sort());
});
