import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { getStatus, login } from "#contract/accounts/sign-in.ts";
import { listCalendarEvents } from "#contract/calendar/calendar.ts";
import { listManualEvents } from "#contract/calendar/manual-events.ts";
import { dayMs } from "#contract/durations.ts";
import { getFamily, listMembers } from "#contract/families.ts";
import { getCurrentHellos, listHellos } from "#contract/hellos.ts";
import { getHelpFigures, listPastRequests } from "#contract/help/past-requests.ts";
import { listHelpPhrases } from "#contract/help/phrases.ts";
import { getHelpRequest, listHelpRequests } from "#contract/help/requests.ts";
import { listInvitations } from "#contract/invitations.ts";
import { getOwnLight } from "#contract/lights.ts";
import { listActiveLocalEvents } from "#contract/local-events.ts";
import { getActivePuzzle, listPuzzles } from "#contract/puzzles.ts";
import { createApp } from "#server/app.ts";
import { measurementsOf } from "#server/platform/measurements.ts";
import { Client } from "#tests/support/client.ts";
import { signUp } from "#tests/support/people.ts";
import { startServer, useServer } from "#tests/support/server.ts";
import { addSample } from "./sample.ts";

const server = useServer({ env: { METRICS_TOKEN: "a-token-of-the-tests" } });

let said = "";
let measurements: unknown;
beforeAll(async () => {
  measurements = measurementsOf(server().world);
  said = await addSample(server().world, createApp);
});

/** Signs in with the name and password that were printed. */
async function signIn(name: string): Promise<Client> {
  const line = said.split("\n").find((one) => one.includes(name)) ?? "";
  const [username = "", password = ""] = line.trim().split(/ {2,}/);
  const client = new Client(server().url);
  const { token } = await client.call(login, { body: { username, password } });
  return Object.assign(client, { token });
}

describe("the sample family", () => {
  test("can sign in with the names and passwords that were printed", async () => {
    const roles = {
      "Rose Reyes": "grandparent",
      "Anna Reyes": "admin",
      "Ben Reyes": "child",
      "Maya Reyes": "child",
    };
    for (const [name, role] of Object.entries(roles)) {
      const { user } = await (await signIn(name)).call(getStatus);
      expect(user).toMatchObject({ username: name, role });
    }
    expect(said).toContain("+16145550141");
    const rose = await (await signIn("Rose Reyes")).call(getStatus);
    expect(rose.user.grandparentNames).toBe("Rose & Walter");
  });

  test("lives in this machine's time zone and was last seen today", async () => {
    const anna = await signIn("Anna Reyes");
    expect(await anna.call(getFamily)).toMatchObject({
      name: "The Reyes family",
      timeZone: Temporal.Now.timeZoneId(),
    });
    for (const { lastSeenAt } of await anna.call(listMembers))
      expect(server().clock.now().getTime() - Date.parse(lastSeenAt ?? "")).toBeLessThan(dayMs);
  });

  test("has a month of events of every kind around today, with people who are driving and coming", async () => {
    const anna = await signIn("Anna Reyes");
    const day = (days: number) =>
      server()
        .clock.now()
        .toTemporalInstant()
        .toZonedDateTimeISO(Temporal.Now.timeZoneId())
        .add({ days })
        .toPlainDate()
        .toString();
    const month = await anna.call(listCalendarEvents, { query: { from: day(-20), to: day(20) } });
    expect(new Set(month.map(({ category }) => category))).toEqual(
      new Set(["kids", "family", "appointment"]),
    );
    expect(new Set(month.flatMap(({ people }) => people.map(({ part }) => part)))).toEqual(
      new Set(["driving", "coming"]),
    );
    expect(month.length).toBeGreaterThan(40);
    const today = (await anna.call(listCalendarEvents)).map(({ title }) => title);
    expect(today).toEqual(expect.arrayContaining(["Coffee with Dolores", "Walter: hearing aid check"]));
    const events = await anna.call(listManualEvents);
    expect(events.filter(({ recurrence }) => recurrence !== null)).toHaveLength(6);
    expect((await anna.call(listActiveLocalEvents)).length).toBeGreaterThanOrEqual(4);
  });

  test("has its own puzzles, and a streak of solved days that can continue today", async () => {
    const [anna, rose] = [await signIn("Anna Reyes"), await signIn("Rose Reyes")];
    expect(await anna.call(listPuzzles)).toHaveLength(4);
    expect(await rose.call(getActivePuzzle)).toMatchObject({ daysInARow: 11, hasSolvedToday: false });
  });

  test("has its own phrases in its own order, and hides one", async () => {
    const rose = await signIn("Rose Reyes");
    const [first] = await rose.call(listHelpPhrases, { params: { id: 2 } });
    expect(first?.phrase).toBe("Please water my tomatoes.");
    const tech = await rose.call(listHelpPhrases, { params: { id: 1 } });
    expect(tech.map(({ phrase }) => phrase)).not.toContain("My printer won't print.");
  });

  test("has asked for help and been helped, within minutes", async () => {
    const ben = await signIn("Ben Reyes");
    expect(await ben.call(listHelpRequests), "nothing is open").toEqual([]);
    const { requests } = await ben.call(listPastRequests);
    expect(requests).toHaveLength(8);
    expect(new Set(requests.flatMap(({ answer }) => answer?.person?.name ?? []))).toEqual(
      new Set(["Anna Reyes", "Ben Reyes", "Maya Reyes"]),
    );
    expect(await ben.call(getHelpFigures)).toEqual({ asked: 8, answered: 7, halfWithin: 120 });
  });

  test("was asked again in the minutes after a request that nobody had answered", async () => {
    const ben = await signIn("Ben Reyes");
    const { requests } = await ben.call(listPastRequests);
    const past = requests.find(({ phrase }) => phrase === "Walter's hearing aid needs new batteries.");
    const { askedAt, receipts } = await ben.call(getHelpRequest, { params: { id: past?.id ?? 0 } });
    const seconds = (at: string) => (Date.parse(at) - Date.parse(askedAt)) / 1000;
    expect(receipts.map(({ state, at, person }) => [seconds(at), state, person?.name])).toEqual([
      [0, "ACCEPTED", undefined],
      [6, "REACHED", "Anna Reyes"],
      [12, "REACHED", "Ben Reyes"],
      [180, "ESCALATED", "Ben Reyes"],
      [180, "ESCALATED", "Maya Reyes"],
      [342, "REACHED", "Maya Reyes"],
      [342, "SEEN", "Maya Reyes"],
      [360, "ACKNOWLEDGED", "Maya Reyes"],
      [2460, "RESOLVED", "Maya Reyes"],
    ]);
  });

  test("has a month of pictures, voices, hearts and answers, and a picture that Rose has not loved yet", async () => {
    const [rose, anna] = [await signIn("Rose Reyes"), await signIn("Anna Reyes")];
    const { hellos } = await rose.call(listHellos, { query: {} });
    expect(new Set(hellos.map(({ person }) => person.name)).size).toBe(4);
    expect(hellos.filter(({ pictures }) => pictures.length > 0)).toHaveLength(6);
    expect(hellos.filter(({ answerTo }) => answerTo !== null)).toHaveLength(2);
    expect(hellos.filter(({ question }) => question !== null)).toMatchObject([
      { person: { name: "Rose Reyes" } },
    ]);
    expect(hellos.flatMap(({ lovedBy }) => lovedBy)).toHaveLength(10);
    const { hello } = await rose.call(getCurrentHellos);
    expect(hello).toMatchObject({ caption: "Your sunflowers, Grandma!", lovedBy: [] });
    const born = (await anna.call(listMembers)).filter(({ birthday }) => birthday !== null);
    expect(born).toHaveLength(3);
    expect((await rose.call(getOwnLight)).chosen).not.toBeNull();
  });

  test("has one invitation that is open and one that has expired", async () => {
    const anna = await signIn("Anna Reyes");
    const { user } = await anna.call(getStatus);
    const invitations = await anna.call(listInvitations, { params: { familyId: user.familyId ?? 0 } });
    const waiting = invitations.filter(({ status }) => status === "pending");
    const now = server().clock.now().toISOString();
    expect(waiting.map(({ name, expiresAt }) => `${name} ${expiresAt > now}`)).toEqual([
      "Dolores Kim true",
      "Uncle Joe false",
    ]);
  });

  test("leaves the metrics to the server that it is added to", () => {
    expect(measurements).toBeDefined();
    expect(measurementsOf(server().world)).toBe(measurements);
  });

  test("has sent no messages", () => {
    expect(server().outbox).toEqual([]);
  });

  test("is added only once, however often the server starts with it", async () => {
    const again = await addSample(server().world, createApp);
    expect(again).toContain("is already there");
    expect(again).toContain("annas-garden");
    const anna = await signIn("Anna Reyes");
    expect(await anna.call(listMembers)).toHaveLength(4);
    expect(await anna.call(listPuzzles)).toHaveLength(4);
  });
});

test("of a sample family that is there in part, the start says so", async () => {
  const other = await startServer();
  onTestFinished(() => other.stop());
  await signUp(other, { name: "Anna Reyes", phoneNumber: "+16145550142" });
  expect(await addSample(other.world, createApp)).toContain(
    "Only 1 of the sample family's 4 people are there",
  );
});
