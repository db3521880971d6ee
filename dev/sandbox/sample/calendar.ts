// The events in the sample family's calendar, around today.
import type { EventCategory, EventPart } from "#contract/calendar/calendar.ts";
import { addManualEvent } from "#contract/calendar/manual-events.ts";
import { addLocalEvent } from "#contract/local-events.ts";
import type { Family, Stage } from "./people.ts";

interface Planned {
  title: string;
  /** Days from today to the event, or to its first date if it repeats. */
  on: number;
  from: string;
  to: string;
  location: string;
  category: EventCategory;
  recurrence?: string;
  allDay?: true;
  people?: Partial<Record<keyof Family, EventPart>>;
}

const repeating: Planned[] = [
  {
    title: "Water aerobics",
    on: -28,
    from: "10:00",
    to: "11:00",
    location: "YMCA on Oak Street",
    category: "family",
    recurrence: "FREQ=WEEKLY;BYDAY=TU,TH",
  },
  {
    title: "Maya's soccer practice",
    on: -28,
    from: "16:30",
    to: "18:00",
    location: "Lincoln Field",
    category: "kids",
    recurrence: "FREQ=WEEKLY;BYDAY=MO,WE",
    people: { ben: "driving", maya: "coming" },
  },
  {
    title: "Sunday dinner",
    on: -28,
    from: "17:00",
    to: "20:00",
    location: "Anna's, 18 Alder Lane",
    category: "family",
    recurrence: "FREQ=WEEKLY;BYDAY=SU",
    people: { anna: "coming", ben: "driving", maya: "coming", rose: "coming" },
  },
  {
    title: "Call with Maya",
    on: -27,
    from: "19:30",
    to: "20:00",
    location: "On the phone",
    category: "kids",
    recurrence: "FREQ=DAILY;INTERVAL=2",
    people: { maya: "coming" },
  },
  {
    title: "Book club",
    on: -24,
    from: "14:00",
    to: "16:00",
    location: "Public library, room 2",
    category: "family",
    recurrence: "FREQ=MONTHLY;BYDAY=2FR",
  },
  {
    title: "Walter's birthday",
    on: 9,
    from: "00:00",
    to: "00:00",
    location: "Everywhere",
    category: "family",
    recurrence: "FREQ=YEARLY",
    allDay: true,
  },
];

const once: Planned[] = [
  {
    title: "Flu shots",
    on: -18,
    from: "11:15",
    to: "11:45",
    location: "Miller's Pharmacy",
    category: "appointment",
    people: { anna: "driving" },
  },
  {
    title: "Maya's school concert",
    on: -6,
    from: "18:00",
    to: "19:30",
    location: "Lincoln High, main hall",
    category: "kids",
    people: { rose: "coming", anna: "driving", ben: "coming" },
  },
  {
    title: "Coffee with Dolores",
    on: 0,
    from: "10:30",
    to: "11:30",
    location: "The Corner Table, Mill Street",
    category: "family",
  },
  {
    title: "Walter: hearing aid check",
    on: 0,
    from: "15:00",
    to: "15:30",
    location: "Lakeside Clinic, first floor",
    category: "appointment",
    people: { anna: "driving" },
  },
  {
    title: "Rose: eye doctor",
    on: 3,
    from: "09:15",
    to: "10:00",
    location: "Dr. Patel, Main Street 4",
    category: "appointment",
    people: { ben: "driving" },
  },
  {
    title: "Pick up the turkey",
    on: 5,
    from: "14:00",
    to: "14:30",
    location: "Miller's Market",
    category: "family",
    people: { maya: "driving" },
  },
  {
    title: "Maya's driving test",
    on: 8,
    from: "08:30",
    to: "09:30",
    location: "County office",
    category: "kids",
  },
  {
    title: "Dentist",
    on: 12,
    from: "13:00",
    to: "13:45",
    location: "Dr. Lee, Oak Street 21",
    category: "appointment",
    people: { anna: "driving" },
  },
];

const localEvents = [
  {
    title: "Seniors' matinee",
    on: 1,
    time: "14:00",
    location: "Palace Theatre",
    description: "An old musical on the big screen. Coffee is free.",
  },
  {
    title: "Farmers' market",
    on: 2,
    time: "09:00",
    location: "Town square",
    description: "Apples, honey and warm bread.",
  },
  {
    title: "Choir, come and sing",
    on: 6,
    time: "18:30",
    location: "St. Mark's hall",
    description: "No need to read music.",
  },
  {
    title: "Free blood pressure check",
    on: 10,
    time: "10:00",
    location: "Miller's Pharmacy",
    description: "Until noon, no appointment needed.",
  },
];

export async function planEvents({ clock }: Stage, family: Family): Promise<void> {
  for (const [index, { on, from, to, people = {}, ...planned }] of [...repeating, ...once].entries()) {
    clock.go(-28, "20:00");
    clock.pass(index);
    const [startDate, endDate] = [clock.wall(on, from), clock.wall(on, to)];
    const parts = Object.entries(family).flatMap(([name, { id: personId }]) => {
      const part = Object.entries(people).find(([one]) => one === name)?.[1];
      return part ? [{ personId, part }] : [];
    });
    await family.anna.guest.call(addManualEvent, { body: { ...planned, startDate, endDate, people: parts } });
  }
}

export async function planLocalEvents({ clock }: Stage, { anna }: Family): Promise<void> {
  clock.go(-3, "20:30");
  for (const { on, time, ...localEvent } of localEvents)
    await anna.guest.call(addLocalEvent, { body: { ...localEvent, date: clock.wall(on, time) } });
}
