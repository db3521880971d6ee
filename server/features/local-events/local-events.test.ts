import { beforeAll, describe, expect, test } from "vitest";
import {
  addLocalEvent,
  changeLocalEvent,
  deleteLocalEvent,
  listActiveLocalEvents,
  listLocalEvents,
} from "#contract/local-events.ts";
import { openStream } from "#tests/support/live-stream.ts";
import { type Person, reyesFamily, signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

// The server's clock reads 8:05 a.m. on 2026-11-20 in New York.
const server = useServer();

let anna: Person;
beforeAll(async () => {
  anna = await signUp(server());
});

const concert = {
  title: "Concert in the park",
  date: "2026-11-24T14:30",
  location: "Goodale Park",
  description: "Bring a chair.\nAnd a friend.",
};
const ask = ({ client }: Person, change: object = {}) =>
  client.ask(addLocalEvent, { body: { ...concert, ...change } });
const add = ({ client }: Person, title: string, date: string) =>
  client.call(addLocalEvent, { body: { ...concert, title, date } });
const ahead = ({ client }: Person) => client.call(listActiveLocalEvents);
const titles = async (person: Person) => (await ahead(person)).map(({ title }) => title);

describe("things to do in the next fourteen days", () => {
  test("are empty in a new family", async () => {
    expect(await ahead(anna)).toEqual([]);
  });

  test("are in time order, with today's all-day events", async () => {
    await add(anna, "Last day", "2026-12-03T23:59");
    await add(anna, "Book club", "2026-11-24T14:30");
    await add(anna, "Breakfast", "2026-11-20T07:00");
    await add(anna, "Yesterday", "2026-11-19T23:59");
    await add(anna, "Too far", "2026-12-04T00:00");
    expect(await titles(anna)).toEqual(["Breakfast", "Book club", "Last day"]);
  });

  test("have a title, a time and a place", async () => {
    expect((await ahead(anna))[1]).toEqual({
      ...concert,
      id: expect.any(Number),
      title: "Book club",
      allDay: false,
      source: null,
    });
  });

  test("are at most a hundred", async () => {
    const busy = await signUp(server());
    for (let count = 0; count < 101; count++) await add(busy, `${count}`, "2026-11-24T14:30");
    expect(await ahead(busy)).toHaveLength(100);
  });

  test("move forward at the family's midnight", async () => {
    server().clock.advance(Date.parse("2026-11-21T05:00:00Z") - server().clock.now().getTime() - 1);
    expect(await titles(anna)).toContain("Breakfast");
    server().clock.advance(1);
    expect(await titles(anna)).toEqual(["Book club", "Last day", "Too far"]);
    server().clock.advance(Date.parse("2026-11-20T13:05:00Z") - server().clock.now().getTime());
  });
});

describe("entering something to do", () => {
  test("an admin can do it, and the whole family sees it at once, and nobody else", async () => {
    const { anna, rose } = await reyesFamily(server());
    const screen = await openStream(rose.client);
    const { status, body } = await ask(anna);
    expect(status).toBe(201);
    await expect.poll(() => screen.heard).toEqual(["local-events"]);
    expect(await ahead(rose)).toEqual([body]);
    expect(await ahead(await signUp(server()))).toEqual([]);
  });

  test("children and grandparents cannot", async () => {
    const { ben, rose } = await reyesFamily(server());
    for (const other of [ben, rose]) {
      expect((await ask(other)).status).toBe(403);
      expect((await other.client.ask(listLocalEvents)).status).toBe(403);
    }
  });

  test.each([
    [{ title: " " }, { title: "Title is required" }],
    [{ title: "x".repeat(121) }, { title: "Please use at most 120 characters" }],
    [{ date: "" }, { date: "Date is required" }],
    [{ date: "tomorrow" }, { date: "Please give a date and a time like 2026-11-20T10:00" }],
    [{ date: "2026-02-30T10:00" }, { date: "That date and time doesn't exist. Please check it." }],
    [{ location: "" }, { location: "Location is required" }],
    [{ description: "x".repeat(501) }, { description: "Please use at most 500 characters" }],
    [{ description: "bell\u0007" }, { description: "Please use only letters, numbers and symbols" }],
    [{ title: "a\u202eb\u0000" }, { title: "Please use only letters, numbers and symbols" }],
    [{ familyId: 1 }, { "": expect.any(String) }],
  ])("%j is refused by its field", async (change, fields) => {
    const { status, body } = await ask(anna, change);
    expect(status).toBe(400);
    expect(body).toMatchObject({ fields });
  });

  test("an instant is converted to the family's time, and the description is optional", async () => {
    const person = await signUp(server());
    const { body } = await ask(person, { date: "2026-11-24T19:30:00Z", description: undefined });
    expect(body).toMatchObject({ date: "2026-11-24T14:30", description: "" });
  });

  test("an entry can be changed and deleted, and is gone then", async () => {
    const person = await signUp(server());
    const { id } = await add(person, "Concert", "2026-11-24T14:30");
    const params = { id };
    const changed = { ...concert, title: "Concert, indoors", location: "Town Hall" };
    expect(await person.client.call(changeLocalEvent, { params, body: changed })).toMatchObject(changed);
    expect(await ahead(person)).toMatchObject([changed]);
    await person.client.call(deleteLocalEvent, { params });
    expect(await ahead(person)).toEqual([]);
    expect((await person.client.ask(deleteLocalEvent, { params })).status).toBe(404);
    expect((await person.client.ask(changeLocalEvent, { params, body: changed })).status).toBe(404);
  });

  test("another family's entry cannot be changed or deleted", async () => {
    const params = { id: (await add(await signUp(server()), "Theirs", "2026-11-24T14:30")).id };
    expect((await anna.client.ask(changeLocalEvent, { params, body: concert })).status).toBe(404);
    expect((await anna.client.ask(deleteLocalEvent, { params })).status).toBe(404);
  });

  test("the list has upcoming entries first, and past ones last", async () => {
    const list = await anna.client.call(listLocalEvents);
    expect(list.map(({ title }) => title)).toEqual([
      "Breakfast",
      "Book club",
      "Last day",
      "Too far",
      "Yesterday",
    ]);
  });
});
