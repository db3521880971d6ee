// Birthdays: on home before the day and on it, in the week, and where they are entered.
import { giveHelloVoiceMessage } from "#contract/hellos.ts";
import { setBirthday } from "../birthdays.ts";
import { dayIn } from "../events.ts";
import { type Person, reyesFamily } from "../people.ts";
import { recording } from "../recordings.ts";
import type { TestServer } from "../server.ts";
import { button, heading } from "../steps.ts";
import { home } from "./home.ts";
import type { Screen } from "./visit.ts";

/** An admin enters that somebody turns 84 so many days from now, where the family is. */
export async function turns84(
  server: TestServer,
  admin: Person,
  person: Person,
  days: number,
): Promise<void> {
  const family = await server.database.kysely
    .selectFrom("families")
    .select("time_zone")
    .where("id", "=", person.familyId)
    .executeTakeFirstOrThrow();
  const { month, day, year } = Temporal.PlainDate.from(dayIn(server, days, family.time_zone));
  await setBirthday(admin, person, { month, day, year: year - 84 });
}

export const greet = ({ client }: Person, { id }: Person) =>
  client.call(giveHelloVoiceMessage, {
    headers: { "idempotency-key": `a greeting to ${id}` },
    query: { birthdayOf: String(id) },
    upload: recording(),
  });

export const birthdayScreens: readonly Screen[] = [
  {
    name: "home with a birthday ahead",
    async show(visit) {
      const { anna, rose, ben } = await reyesFamily(visit.server);
      await turns84(visit.server, anna, rose, 9);
      const page = await home(visit, ben);
      await page.getByText("Rose is 84 in 9 days").waitFor();
      return page;
    },
  },
  {
    name: "home on somebody's birthday",
    async show(visit) {
      const { anna, rose, ben } = await reyesFamily(visit.server);
      await turns84(visit.server, anna, rose, 0);
      const page = await home(visit, ben);
      await button(page, "Record a greeting").waitFor();
      return page;
    },
  },
  {
    name: "home on one's own birthday, with greetings",
    async show(visit) {
      const { anna, rose, ben } = await reyesFamily(visit.server);
      await turns84(visit.server, anna, rose, 0);
      await greet(ben, rose);
      await greet(anna, rose);
      const page = await home(visit, rose);
      await button(page, /^Listen: Greeting from Ben/).waitFor();
      return page;
    },
  },
  {
    name: "week with a birthday",
    async show({ server, open }) {
      const { anna, rose } = await reyesFamily(server);
      await turns84(server, anna, rose, 2);
      const page = await open("/week", rose);
      await heading(page, "Rose turns 84").waitFor();
      return page;
    },
  },
];
