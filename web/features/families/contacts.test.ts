import { expect, it } from "vitest";
import { callName } from "#contract/call-name.ts";
import type { Family } from "#contract/families.ts";
import { contactsOf, helpersFor, mayInvite } from "./contacts.ts";

const rose = {
  id: 1,
  name: "Rose",
  role: "grandparent",
  phoneNumber: "+16145550142",
  picture: null,
  birthday: null,
} as const;
const walter = {
  id: 2,
  name: "Walter",
  role: "grandparent",
  phoneNumber: "+16145550143",
  picture: null,
  birthday: null,
} as const;
const anna = {
  id: 3,
  name: "Anna",
  role: "admin",
  phoneNumber: "+16145550187",
  picture: null,
  birthday: null,
} as const;
const ben = { id: 4, name: "Ben", role: "child", phoneNumber: null, picture: null, birthday: null } as const;

const familyOf = (...members: Family["members"]): Family => ({
  id: 1,
  name: "Reyes",
  timeZone: "America/New_York",
  country: "US",
  emergencyNumber: "911",
  puzzleLibrary: true,
  hellos: true,
  birthdays: true,
  lights: true,
  weeklyQuestion: true,
  sundayLetter: true,
  firstContactId: null,
  deletion: null,
  members,
});

it("lists helpers first, and leaves out the person and people without a number", () => {
  const family = familyOf(rose, walter, anna, ben);
  expect(contactsOf(family, rose.id).map(({ name }) => name)).toEqual(["Anna", "Walter"]);
});

it("lists the family's first contact before the others", () => {
  const carla = {
    id: 5,
    name: "Carla",
    role: "child",
    phoneNumber: "+16145550188",
    picture: null,
    birthday: null,
  } as const;
  const family = { ...familyOf(rose, walter, anna, carla), firstContactId: carla.id };
  expect(contactsOf(family, rose.id).map(({ name }) => name)).toEqual(["Carla", "Anna", "Walter"]);
});

it("counts everybody as a helper except grandparents and the person who asks", () => {
  expect(helpersFor(familyOf(rose, anna, ben), anna.id).map(({ name }) => name)).toEqual(["Ben"]);
  expect(helpersFor(familyOf(rose, walter), rose.id)).toEqual([]);
});

it("lets a grandparent invite only while the family has no admin", () => {
  expect(mayInvite(familyOf(rose, ben), rose.id)).toBe(true);
  expect(mayInvite(familyOf(rose, anna), rose.id)).toBe(false);
  expect(mayInvite(familyOf(rose, anna), anna.id)).toBe(true);
  expect(mayInvite(familyOf(rose, anna, ben), ben.id)).toBe(false);
});

it("leaves out the family's last name, and nothing else", () => {
  const called = ["Anna Reyes", "Ben Stone", "Aunt Sue", "Reyes", "Rose"].map((name) =>
    callName(name, "The Reyes family"),
  );
  expect(called).toEqual(["Anna", "Ben Stone", "Aunt Sue", "Reyes", "Rose"]);
});
