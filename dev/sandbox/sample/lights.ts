// Rose's light: it is usually on by 9, and Anna and Ben are told when it stays dark.
import { chooseOwnLight, recordUse } from "#contract/lights.ts";
import type { Family, Stage } from "./people.ts";

export async function chooseLight({ clock }: Stage, { rose, anna, ben }: Family): Promise<void> {
  clock.go(-14, "10:20");
  await rose.guest.call(chooseOwnLight, { body: { usualTime: "09:00", contactIds: [anna.id, ben.id] } });
}

/** Rose is up already, so nobody is told today that her light stays dark, and whoever looks around can turn it on. */
export async function noteThatRoseIsUp({ clock }: Stage, { rose }: Family): Promise<void> {
  clock.end(1);
  await rose.guest.call(recordUse);
}
