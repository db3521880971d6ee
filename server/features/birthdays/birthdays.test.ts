import { expect, test } from "vitest";
import { type Birthday, changeBirthday, removeBirthday } from "#contract/birthdays.ts";
import { changeFamily, getFamily, leaveFamily } from "#contract/families.ts";
import { setBirthday } from "#tests/support/birthdays.ts";
import { join, type Person, reyesFamily } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

// It is Friday, 2026-11-20, 8:05 AM in New York.
const server = useServer();

const inDecember = { month: 12, day: 6, year: 1942 };

const birthdayOf = async ({ client }: Person, { id }: Person) =>
  (await client.call(getFamily)).members.find((member) => member.id === id)?.birthday;

const refusal = async ({ client }: Person, { id }: Person, body: Birthday) => {
  const { status, body: answer } = await client.ask(changeBirthday, { params: { id }, body });
  return [status, answer] as const;
};

test("Rose says when she was born, Anna says it of Ben, and the whole family knows", async () => {
  const { anna, ben, rose } = await reyesFamily(server());
  expect(await birthdayOf(ben, rose)).toBeNull();
  await setBirthday(rose, rose, { month: 2, day: 29, year: null });
  await setBirthday(anna, ben, inDecember);
  expect(await birthdayOf(ben, rose)).toEqual({ month: 2, day: 29, year: null });
  expect(await birthdayOf(rose, ben)).toEqual(inDecember);
  await setBirthday(rose, rose, inDecember);
  expect(await birthdayOf(anna, rose)).toEqual(inDecember);
});

test("each person removes their own birthday, and an admin anybody's", async () => {
  const { anna, ben, rose } = await reyesFamily(server());
  await setBirthday(anna, rose);
  await setBirthday(anna, ben);
  await rose.client.call(removeBirthday, { params: { id: rose.id } });
  await rose.client.call(removeBirthday, { params: { id: rose.id } });
  await anna.client.call(removeBirthday, { params: { id: ben.id } });
  expect([await birthdayOf(anna, rose), await birthdayOf(anna, ben)]).toEqual([null, null]);
});

test("only admins set the birthdays of others, and nobody those of another family", async () => {
  const { anna, ben, rose } = await reyesFamily(server());
  const { anna: stranger } = await reyesFamily(server());
  await setBirthday(anna, rose);
  const other = { month: 1, day: 1, year: null };
  const params = { id: rose.id };
  const statuses = [];
  for (const by of [ben, stranger])
    statuses.push(
      (await refusal(by, rose, other))[0],
      (await by.client.ask(removeBirthday, { params })).status,
    );
  expect(statuses).toEqual([403, 403, 404, 404]);
  expect(await birthdayOf(anna, rose)).toEqual(inDecember);
});

test("somebody in two families has told only one of them", async () => {
  const { anna, rose } = await reyesFamily(server());
  const { rose: hostess, anna: elsewhere } = await reyesFamily(server());
  const ids = { family_id: elsewhere.familyId, person_id: rose.id };
  const { kysely } = server().database;
  const row = { ...ids, role: "child", joined_at: server().clock.now() } as const;
  await kysely.insertInto("memberships").values(row).execute();
  await setBirthday(anna, rose);
  expect(await birthdayOf(hostess, rose)).toBeNull();
});

test("whoever leaves the family takes their birthday along", async () => {
  const { anna, ben } = await reyesFamily(server());
  await setBirthday(anna, ben);
  await ben.client.call(leaveFamily);
  const { kysely } = server().database;
  const kept = kysely.selectFrom("birthdays").select("person_id").where("family_id", "=", anna.familyId);
  expect(await kept.execute()).toEqual([]);
});

test.each([
  [{ month: 2, day: 30, year: null }, { day: "There is no February 30" }],
  [{ month: 2, day: 29, year: 1943 }, { day: "There was no February 29 in 1943" }],
  [{ month: 4, day: 31, year: 1944 }, { day: "There was no April 31 in 1944" }],
  [{ month: 13, day: 1, year: null }, { month: "Please choose a month" }],
  [{ month: Number.MAX_SAFE_INTEGER, day: 31, year: null }, { month: "Please choose a month" }],
  [{ month: 1, day: 0, year: null }, { day: "Please give a day from 1 to 31" }],
  [{ month: 1, day: 1.5, year: null }, { day: "Please give a day from 1 to 31" }],
  [{ month: 1, day: 1, year: 44 }, { year: "Please give a year like 1944, or leave it empty" }],
  [{ month: 11, day: 21, year: 2026 }, { year: "This day is still to come" }],
  [{ month: 1, day: 1, year: 2027 }, { year: "This day is still to come" }],
  [{ month: 12, day: 31, year: 1895 }, { year: "That was more than 130 years ago" }],
])("%o is refused in plain words", async (birthday, fields) => {
  const { rose } = await reyesFamily(server());
  expect(await refusal(rose, rose, birthday)).toMatchObject([400, { code: "invalid", fields }]);
  expect(await birthdayOf(rose, rose)).toBeNull();
});

test.each([
  { month: 2, day: 29, year: 1944 },
  { month: 11, day: 20, year: 2026 },
  { month: 1, day: 1, year: 1896 },
])("%o is accepted", async (birthday) => {
  const { rose } = await reyesFamily(server());
  await setBirthday(rose, rose, birthday);
  expect(await birthdayOf(rose, rose)).toEqual(birthday);
});

test("a child who was born today is entered as soon as the day has begun where the family lives", async () => {
  const { anna, rose } = await reyesFamily(server());
  const june = await join(server(), anna, "child", "June");
  const tomorrow = { month: 11, day: 21, year: 2026 };
  expect((await refusal(anna, june, tomorrow))[0]).toBe(400);
  await anna.client.call(changeFamily, { body: { timeZone: "Pacific/Kiritimati" } });
  await setBirthday(anna, june, tomorrow);
  expect(await birthdayOf(rose, june)).toEqual(tomorrow);
});

test("saying the same again changes nothing", async () => {
  const { anna, rose } = await reyesFamily(server());
  await setBirthday(anna, rose);
  const { kysely } = server().database;
  const stored = kysely.selectFrom("birthdays").selectAll().where("person_id", "=", rose.id);
  const before = await stored.execute();
  server().clock.advance(1_000);
  await setBirthday(anna, rose);
  expect(await stored.execute()).toEqual(before);
});
