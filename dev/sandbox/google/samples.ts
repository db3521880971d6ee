// The calendars of the pretend accounts, with events around the day on which they are first requested.
import { PretendCalendar, type PretendEvent } from "./pretend-calendars.ts";

const home = "America/New_York";

const dayFrom = (days: number): Temporal.PlainDate => Temporal.Now.plainDateISO(home).add({ days });

interface When {
  readonly on: number;
  readonly from: string;
  readonly to: string;
  readonly zone?: string;
}

const times = ({ on, from, to, zone = home }: When) => {
  const at = (time: string) => ({
    dateTime: dayFrom(on)
      .toZonedDateTime({ timeZone: zone, plainTime: time })
      .toString({ timeZoneName: "never" }),
    timeZone: zone,
  });
  return { start: at(from), end: at(to) };
};

const wholeDay = (on: number) => ({
  start: { date: dayFrom(on).toString() },
  end: { date: dayFrom(on + 1).toString() },
});

const choir = { on: -21, from: "19:00", to: "20:30" };
const choirOn = (on: number): PretendEvent => ({
  id: `choir-${dayFrom(on)}`,
  recurringEventId: "choir",
  originalStartTime: times({ ...choir, on }).start,
});
const choirWords = { summary: "Choir practice", location: "St. Mark's hall" };

const ofAnna = (): PretendEvent[] => [
  { id: "choir", ...choirWords, ...times(choir), recurrence: ["RRULE:FREQ=WEEKLY"] },
  // The event is half an hour later next week and canceled the week after.
  { ...choirOn(7), ...choirWords, ...times({ on: 7, from: "19:30", to: "21:00" }) },
  { ...choirOn(14), status: "cancelled" },
  {
    id: "walk",
    summary: "Walk with Mom",
    location: "Goodale Park",
    ...times({ on: -7, from: "16:00", to: "17:00" }),
    recurrence: ["RRULE:FREQ=DAILY"],
  },
  {
    id: "dentist",
    summary: "Dentist (moved)",
    location: "Dr. Lee, Oak Street 21",
    ...times({ on: 2, from: "11:30", to: "12:15" }),
  },
  { id: "birthday", summary: "Ben's birthday", ...wholeDay(4), recurrence: ["RRULE:FREQ=YEARLY"] },
  {
    id: "lisbon",
    summary: "Call with Elena in Lisbon",
    location: "On the phone",
    ...times({ on: -6, from: "18:00", to: "18:45", zone: "Europe/Lisbon" }),
    recurrence: ["RRULE:FREQ=WEEKLY"],
  },
  // The family sees neither: she declined one, and the other is private.
  {
    id: "drinks",
    summary: "Drinks after work",
    ...times({ on: 0, from: "18:00", to: "20:00" }),
    attendees: [{ self: true, responseStatus: "declined" }],
  },
  {
    id: "own",
    summary: "Dr. Hall",
    visibility: "private",
    ...times({ on: 1, from: "09:00", to: "10:00" }),
  },
];

const ofTheKids = (): PretendEvent[] => [
  {
    id: "swimming",
    summary: "Maya: swimming",
    location: "YMCA on Oak Street",
    ...times({ on: -14, from: "15:30", to: "16:30" }),
    recurrence: ["RRULE:FREQ=WEEKLY"],
  },
];

const ofBen = (): PretendEvent[] => [
  {
    id: "garage",
    summary: "Car to the garage",
    location: "Mill Street 9",
    ...times({ on: 1, from: "08:00", to: "08:30" }),
  },
];

const ofRose = (): PretendEvent[] => [
  {
    id: "bridge",
    summary: "Bridge with Dolores",
    location: "The Corner Table",
    ...times({ on: -14, from: "14:00", to: "16:00" }),
    recurrence: ["RRULE:FREQ=WEEKLY"],
  },
];

/** The first calendar is the account's own. An account that is typed in has an empty one. */
export function samplesFor(subject: string, email: string): PretendCalendar[] {
  const own = (events: PretendEvent[]) => new PretendCalendar(email, email, { isPrimary: true, events });
  if (subject === "sandbox-anna") {
    const kids = new PretendCalendar("kids@group.calendar.google.com", "Kids", { events: ofTheKids() });
    return [own(ofAnna()), kids];
  }
  if (subject === "sandbox-ben") return [own(ofBen())];
  return [own(subject === "sandbox-rose" ? ofRose() : [])];
}
