import { beforeAll, describe, expect, it } from "vitest";
import {
  chooseCategories,
  endCalendarAddress,
  getCalendarAddress,
  makeCalendarAddress,
} from "#contract/calendar/published.ts";
import { leaveFamily, removeMember } from "#contract/families.ts";
import { Problem } from "#contract/problem.ts";
import { fetchCalendar, pathOf, subscribe } from "#tests/support/calendar-app.ts";
import { plan } from "#tests/support/events.ts";
import { openStream } from "#tests/support/live-stream.ts";
import { type Person, reyesFamily, signUp } from "#tests/support/people.ts";
import { startServer, useServer } from "#tests/support/server.ts";

const server = useServer();

let family: Awaited<ReturnType<typeof reyesFamily>>;
beforeAll(async () => {
  family = await reyesFamily(server());
});

const statusAt = async (path: string) => (await fetchCalendar(server(), path)).status;
const addressOf = ({ client }: Person) => client.call(getCalendarAddress);

describe("a calendar address", () => {
  it("exists once somebody has created it, and can be looked up as often as they want", async () => {
    const anna = await signUp(server());
    expect(await addressOf(anna)).toBeNull();
    const made = await anna.client.call(makeCalendarAddress);
    expect(made.url).toMatch(/^http:\/\/localhost:3000\/calendar\/[\w-]{22}\.ics$/);
    expect(made.categories).toEqual(["kids", "family", "appointment"]);
    expect(await addressOf(anna)).toEqual(made);
    expect(await statusAt(pathOf(made.url))).toBe(200);
  });

  it("belongs to one person, whatever their role", async () => {
    const { anna, ben, rose } = family;
    const paths = await Promise.all([anna, ben, rose].map(subscribe));
    expect(new Set(paths).size).toBe(3);
    expect(await Promise.all(paths.map(statusAt))).toEqual([200, 200, 200]);
  });

  it("stops working once there is a new one, and not before", async () => {
    const { anna, ben } = family;
    const [old, bens] = [await subscribe(anna), await subscribe(ben)];
    await anna.client.call(chooseCategories, { body: { categories: ["kids"] } });
    const fresh = await anna.client.call(makeCalendarAddress);
    expect(fresh.categories, "what she chose stays").toEqual(["kids"]);
    expect(await statusAt(old)).toBe(404);
    expect(await statusAt(pathOf(fresh.url))).toBe(200);
    expect(await statusAt(bens)).toBe(200);
  });

  it("that was removed gives the same 404 as one that never existed, word for word", async () => {
    const { anna } = family;
    const path = await subscribe(anna);
    await anna.client.call(endCalendarAddress);
    await anna.client.call(endCalendarAddress);
    expect(await addressOf(anna)).toBeNull();
    const answers = [path, "/calendar/AAAAAAAAAAAAAAAAAAAAAA.ics", "/calendar/x.ics", "/calendar/%00"].map(
      async (each) => {
        const response = await fetchCalendar(server(), each);
        const headers = [...response.headers].filter(([name]) => !["date", "x-request-id"].includes(name));
        return { status: response.status, body: await response.text(), headers };
      },
    );
    const [first, ...others] = await Promise.all(answers);
    expect(first?.status).toBe(404);
    for (const other of others) expect(other).toEqual(first);
  });

  it("ends for people who leave the family or are removed", async () => {
    const { anna, ben, rose } = await reyesFamily(server());
    const [bens, roses] = [await subscribe(ben), await subscribe(rose)];
    await ben.client.call(leaveFamily);
    await anna.client.call(removeMember, { params: { id: rose.id } });
    expect(await Promise.all([bens, roses].map(statusAt))).toEqual([404, 404]);
  });

  it("is not created for a person who is being removed at that moment", async () => {
    const { anna, ben } = await reyesFamily(server());
    const making = Array.from({ length: 20 }, () => ben.client.ask(makeCalendarAddress));
    await anna.client.call(removeMember, { params: { id: ben.id } });
    for (const { status } of await Promise.all(making)) expect([201, 404]).toContain(status);
    const kept = server().database.kysely.selectFrom("published_calendars").selectAll();
    expect(await kept.where("person_id", "=", ben.id).execute()).toEqual([]);
  });

  it("notifies the person's other devices when it changes", async () => {
    const { anna } = family;
    const screen = await openStream(anna.client);
    await subscribe(anna);
    await expect.poll(() => screen.heard).toContain("published-calendar");
  });

  it("cannot be derived from a stolen database", async () => {
    const path = await subscribe(family.anna);
    const rows = await server().database.kysely.selectFrom("published_calendars").selectAll().execute();
    const secret = /([\w-]{22})\.ics/.exec(path)?.[1] ?? "no secret";
    const dump = rows.flatMap((row) =>
      Object.values(row).flatMap((value) => [
        String(value),
        ...(Buffer.isBuffer(value) ? [value.toString("latin1"), value.toString("base64url")] : []),
      ]),
    );
    expect(dump.join(" ")).not.toContain(secret);
  });
});

describe("its contents", () => {
  const titlesAt = async (path: string) =>
    [...(await (await fetchCalendar(server(), path)).text()).matchAll(/^SUMMARY:(.*)\r$/gm)].map(
      ([, title]) => title,
    );

  it("are the categories that the person chose: kids, family, appointments", async () => {
    const anna = await signUp(server());
    await plan(anna, { title: "School play", category: "kids" });
    await plan(anna, { title: "Dinner", category: "family" });
    await plan(anna, { title: "Doctor", category: "appointment" });
    const path = await subscribe(anna);
    expect((await titlesAt(path)).sort()).toEqual(["Dinner", "Doctor", "School play"]);
    const chosen = await anna.client.call(chooseCategories, {
      body: { categories: ["kids", "appointment"] },
    });
    expect(chosen.categories).toEqual(["kids", "appointment"]);
    expect((await titlesAt(path)).sort()).toEqual(["Doctor", "School play"]);
  });

  it("cannot be empty, or contain an unknown category", async () => {
    const { anna } = family;
    await subscribe(anna);
    for (const categories of [[], ["work"], ["kids", "kids", "kids", "kids"]]) {
      const { status, body } = await anna.client.ask(chooseCategories, { body: { categories } });
      expect(status).toBe(400);
      expect(Problem.parse(body).message).not.toBe("");
    }
  });

  it("cannot be chosen before there is an address", async () => {
    const anna = await signUp(server());
    expect((await anna.client.ask(chooseCategories, { body: { categories: ["kids"] } })).status).toBe(404);
  });

  it("belong to one family, never another one", async () => {
    const [anna, carla] = [await signUp(server()), await signUp(server())];
    await plan(anna, { title: "Ours" });
    await plan(carla, { title: "Theirs" });
    expect(await titlesAt(await subscribe(anna))).toEqual(["Ours"]);
  });
});

it("an app that fetches too often is told when to come back", async () => {
  const small = await startServer({ limits: { calendarReadings: 3 } });
  try {
    const path = await subscribe(await signUp(small));
    const statuses = [];
    for (let count = 0; count < 4; count++) statuses.push((await fetchCalendar(small, path)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    const refused = await fetchCalendar(small, path);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  } finally {
    await small.stop();
  }
});
