import sharp from "sharp";
import { expect, test } from "vitest";
import { leaveFamily } from "#contract/families.ts";
import { addGuide, changeGuide, listGuides } from "#contract/help/guides.ts";
import {
  addThing,
  changeThing,
  changeThingPicture,
  getThingPicture,
  listThings,
  removeThing,
  removeThingPicture,
} from "#contract/help/things.ts";
import { newGuide } from "#tests/support/guides.ts";
import { type Person, reyesFamily } from "#tests/support/people.ts";
import { asPhoto, damagedPhoto, photo, sendThing } from "#tests/support/photos.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();

const thingsOf = ({ client }: Person) => client.call(listThings);
const pictureOf = ({ client }: Person, id: number) =>
  client.fetch("GET", getThingPicture.path.replace(":id", String(id)));

test("everybody in the family sees the things by name, and nobody else does", async () => {
  const { anna, ben, rose } = await reyesFamily(server());
  const { anna: stranger } = await reyesFamily(server());
  await anna.client.call(addThing, { body: { name: "router", room: "Hallway", notes: "Lamp is\ngreen." } });
  const tv = await ben.client.call(addThing, { body: { name: "Rose's TV" } });
  expect(tv).toEqual({ id: tv.id, name: "Rose's TV", room: "", notes: "", picture: null, guides: [] });
  expect(await thingsOf(rose)).toMatchObject([
    tv,
    { name: "router", room: "Hallway", notes: "Lamp is\ngreen." },
  ]);
  expect(await thingsOf(stranger)).toEqual([]);
  await ben.client.call(leaveFamily);
  expect((await ben.client.ask(listThings)).status).toBe(404);
});

test("helpers change and remove a thing, and its guides stay", async () => {
  const { anna, ben, rose } = await reyesFamily(server());
  const { anna: stranger } = await reyesFamily(server());
  const { id } = await anna.client.call(addThing, { body: { name: "TV" } });
  const { kysely } = server().database;
  const guide = { family_id: anna.familyId, thing_id: id, written_at: server().clock.now() };
  for (const title of ["Turn it on", "get the picture back"])
    await kysely
      .insertInto("guides")
      .values({ ...guide, title })
      .execute();
  const changed = { params: { id }, body: { name: "Rose's TV", room: "Living room" } };
  for (const { client } of [rose, stranger])
    expect([403, 404]).toContain((await client.ask(changeThing, changed)).status);
  const guides = ["get the picture back", "Turn it on"].map((title) => ({ title }));
  expect(await ben.client.call(changeThing, changed)).toMatchObject({ name: "Rose's TV", guides });
  expect((await stranger.client.ask(removeThing, { params: { id } })).status).toBe(404);
  await ben.client.call(removeThing, { params: { id } });
  expect(await thingsOf(rose)).toEqual([]);
  const left = kysely.selectFrom("guides").select("thing_id").where("family_id", "=", anna.familyId);
  expect(await left.execute()).toEqual([{ thing_id: null }, { thing_id: null }]);
});

test("the guides about a thing are chosen with the thing or with each guide, and nobody overwrites a choice unseen", async () => {
  const { anna, ben, rose } = await reyesFamily(server());
  const { anna: stranger } = await reyesFamily(server());
  const write = async ({ client }: Person, title: string) =>
    (await client.call(addGuide, { body: { ...newGuide, title } })).id;
  const [picture, sound] = [await write(anna, "Picture"), await write(anna, "Sound")];
  const guidesOf = async () => (await thingsOf(rose))[0]?.guides.map(({ title }) => title);
  const tv = { name: "TV", guideIds: [picture, picture] };
  const { id, guides } = await ben.client.call(addThing, { body: tv });
  expect(guides).toEqual([{ id: picture, title: "Picture" }]);
  const change = (body: object) =>
    ben.client.ask(changeThing, { params: { id }, body: { name: "TV", ...body } });
  await change({ guideIds: [sound] });
  expect(await guidesOf()).toEqual(["Sound"]);
  await change({ room: "Kitchen" });
  expect(await guidesOf()).toEqual(["Sound"]);
  expect((await anna.client.call(listGuides)).map(({ version }) => version)).toEqual([3, 2]);

  const about = (guideId: number, version: number, thingId: number | null) => {
    const body = { ...newGuide, title: "Picture and sound", thingId, version };
    return anna.client.ask(changeGuide, { params: { id: guideId }, body });
  };
  expect((await about(picture, 1, id)).status).toBe(409);
  expect((await about(picture, 3, id)).status).toBe(200);
  expect(await guidesOf()).toEqual(["Picture and sound", "Sound"]);
  await about(sound, 2, null);
  expect(await guidesOf()).toEqual(["Picture and sound"]);

  const foreign = await write(stranger, "Foreign");
  const refused = await change({ name: "Radio", guideIds: [foreign] });
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { message: "One of these guides is no longer there. Please choose again." },
  ]);
  expect(await thingsOf(rose)).toMatchObject([{ name: "TV", guides: [{ id: picture }] }]);
  expect(await stranger.client.call(listGuides)).toMatchObject([{ thingId: null, version: 1 }]);
});

test("a password in a note is refused with the reason, and what was there before stays", async () => {
  const { anna } = await reyesFamily(server());
  const { id } = await anna.client.call(addThing, { body: { name: "Router", notes: "Beside the door." } });
  const body = { name: "Router", notes: "Password: sunshine" };
  const { status, body: problem } = await anna.client.ask(changeThing, { params: { id }, body });
  expect(status).toBe(400);
  expect(problem).toMatchObject({
    fields: { notes: "Please leave the password, PIN or code out. Everyone in your family can read this." },
  });
  expect(await thingsOf(anna)).toMatchObject([{ notes: "Beside the door." }]);
});

test("a picture is encoded again without its location, with at most 400 KB, and the family sees it", async () => {
  const { anna, rose } = await reyesFamily(server());
  const { anna: stranger } = await reyesFamily(server());
  const { id, pictureId: first } = await sendThing(anna.client);
  const exif = { IFD3: { GPSLatitude: "39/1 57/1 0/1", GPSLatitudeRef: "N" } };
  const upload = await photo({ width: 1_800, height: 900, isNoisy: true, exif });
  const { picture } = await anna.client.call(changeThingPicture, { params: { id }, upload });
  const shown = picture?.id ?? 0;
  const response = await pictureOf(rose, shown);
  const bytes = Buffer.from(await response.arrayBuffer());
  const metadata = await sharp(bytes).metadata();
  expect(metadata).toMatchObject({ format: "jpeg", width: picture?.width, height: picture?.height });
  expect([metadata.exif, bytes.length <= 400_000]).toEqual([undefined, true]);
  expect(response.headers.get("cache-control")).toBe("private, no-cache");
  expect((await pictureOf(stranger, shown)).status).toBe(404);
  expect((await pictureOf(rose, first)).status).toBe(404);

  await anna.client.call(removeThingPicture, { params: { id } });
  expect(await thingsOf(rose)).toMatchObject([{ id, picture: null }]);
  expect((await pictureOf(rose, shown)).status).toBe(404);
});

test("a file that is not a picture leaves the previous one", async () => {
  const { anna } = await reyesFamily(server());
  const { id, pictureId } = await sendThing(anna.client);
  const heic = asPhoto(new TextEncoder().encode("....ftypheic"), "image/heic");
  for (const upload of [damagedPhoto, heic]) {
    const { status, body } = await anna.client.ask(changeThingPicture, { params: { id }, upload });
    expect([status, body]).toMatchObject([400, { code: "invalid" }]);
  }
  expect(await thingsOf(anna)).toMatchObject([{ picture: { id: pictureId } }]);
});

test("of two pictures at once, one becomes the thing's picture", async () => {
  const { anna, ben } = await reyesFamily(server());
  const { id } = await sendThing(anna.client);
  const upload = await photo();
  const send = ({ client }: Person) => client.ask(changeThingPicture, { params: { id }, upload });
  const answers = await Promise.all([send(anna), send(ben)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const { kysely } = server().database;
  const stored = kysely.selectFrom("thing_pictures").select("id").where("family_id", "=", anna.familyId);
  expect(await stored.execute()).toHaveLength(1);
});
