import type { Page } from "playwright-core";
import { addManualEvent } from "#contract/calendar/manual-events.ts";
import { dayIn } from "../events.ts";
import { reyesFamily } from "../people.ts";
import type { TestServer } from "../server.ts";
import { button, heading, link } from "../steps.ts";
import type { Screen, Visit } from "./visit.ts";

/** A family with an event today that Ben drives to, and a repeating event. */
async function planning(server: TestServer) {
  const family = await reyesFamily(server);
  const { anna, ben, rose } = family;
  const day = dayIn(server, 0);
  const place = { location: "Grant Medical Center", startDate: `${day}T10:00`, endDate: `${day}T11:30` };
  const people = [
    { personId: ben.id, part: "driving" },
    { personId: rose.id, part: "coming" },
  ];
  await anna.client.call(addManualEvent, { body: { title: "Eye doctor", ...place, people } });
  const weekly = { title: "Water aerobics", ...place, recurrence: "FREQ=DAILY;INTERVAL=2" };
  await anna.client.call(addManualEvent, { body: weekly });
  return family;
}

async function panel({ server, open }: Visit): Promise<Page> {
  const page = await open("/admin/events", (await planning(server)).anna);
  await heading(page, "Water aerobics").waitFor();
  return page;
}

export const eventScreens: readonly Screen[] = [
  { name: "admin, events of a busy family", show: panel },
  {
    name: "admin, a new repeating event with nothing filled in",
    async show(visit) {
      const page = await panel(visit);
      await link(page, "Add event").click();
      await page.getByLabel("Repeats").selectOption({ label: "Every week" });
      await button(page, "Save event").click();
      await page.getByText("Four things need your attention").waitFor();
      return page;
    },
  },
  {
    name: "admin, an event read from one line",
    async show(visit) {
      const page = await panel(visit);
      await link(page, "Add event").click();
      await page.getByLabel("Add an event in one line").fill("Dentist tue 3pm");
      await button(page, "Fill in the form").click();
      await page.getByText(/^Dentist: .* 3:00 PM to /).waitFor();
      return page;
    },
  },
  {
    name: "admin, choosing which dates of an event to change",
    async show(visit) {
      const page = await panel(visit);
      await button(page, "Edit Water aerobics").click();
      await page.getByLabel("Only one of them").waitFor();
      return page;
    },
  },
  {
    name: "admin, confirming the deletion of an event",
    async show(visit) {
      const page = await panel(visit);
      await button(page, "Edit Water aerobics").click();
      await button(page, "Continue").click();
      await button(page, "Delete Water aerobics").click();
      await heading(page, "Are you sure?").waitFor();
      return page;
    },
  },
  {
    name: "week",
    async show({ server, open }) {
      const page = await open("/week", (await planning(server)).rose);
      await heading(page, "Water aerobics").first().waitFor();
      return page;
    },
  },
  {
    name: "week of a helper",
    async show({ server, open }) {
      const page = await open("/week", (await planning(server)).ben);
      await link(page, "Edit Eye doctor").waitFor();
      return page;
    },
  },
];
