import { chooseOwnLight, wave } from "#contract/lights.ts";
import type { Person } from "./people.ts";
import type { Family } from "./sample-call.ts";
import type { TestServer } from "./server.ts";

/** Rose starts to use her light, and Ben is told when it stays dark. */
export const chooseLight = ({ rose, ben }: Pick<Family, "rose" | "ben">) =>
  rose.client.call(chooseOwnLight, { body: { usualTime: "09:00", contactIds: [ben.id] } });

/** Moves the clock to the next morning, before the light is usually on. */
export const goToMorning = ({ clock }: Pick<TestServer, "clock">): void =>
  clock.goTo("08:12", { daysAhead: 1 });

/** Moves the family to where it is between 8 and 9 in the morning now, so that all clocks agree. */
export async function moveToMorning(
  { database, clock }: TestServer,
  { familyId }: Pick<Person, "familyId">,
): Promise<void> {
  const ahead = ((8 - clock.now().getUTCHours() + 24 + 11) % 24) - 11;
  // In these names, the sign is the other way around.
  const time_zone = `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
  await database.kysely.updateTable("families").set({ time_zone }).where("id", "=", familyId).execute();
}

export const waveTo = ({ clock }: Pick<TestServer, "clock">, { client }: Person, { id }: Person) =>
  client.call(wave, { params: { id }, body: { at: clock.now().toISOString() } });
