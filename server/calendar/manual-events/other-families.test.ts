import { expect, test } from "vitest";
import { changeManualEvent, deleteManualEvent, listManualEvents } from "#contract/calendar/manual-events.ts";
import { dentist, plan } from "#tests/support/events.ts";
import { signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();

test("an event can be neither changed nor deleted by another family", async () => {
  const anna = await signUp(server());
  const carla = await signUp(server(), { name: "Carla Lee" });
  const { id } = await plan(anna);
  const body = { ...dentist, title: "Nothing" };
  expect((await carla.client.ask(changeManualEvent, { params: { id }, body })).status).toBe(404);
  expect((await carla.client.ask(deleteManualEvent, { params: { id } })).status).toBe(404);
  const events = await anna.client.call(listManualEvents);
  expect(events.map(({ title }) => title)).toEqual([dentist.title]);
});
