import type { Feeds } from "../processes/feeds.ts";
import type { Porchlight } from "../processes/porchlight.ts";
import { nextMessage, startTask } from "../processes/task.ts";
import { tokenOf } from "../processes/wire/requests.ts";

/** Serves calendars from a separate process while `use` runs. */
export async function withFeedServer<Result>(
  order: Feeds,
  use: (port: number) => Promise<Result>,
): Promise<Result> {
  const feeds = startTask("feeds.ts", order);
  try {
    return await use((await nextMessage<{ port: number }>(feeds)).port);
  } finally {
    feeds.kill();
  }
}

/** Person 7n+2 is the admin of family n+1. */
export async function subscribe({ port }: Porchlight, person: number, calendarUrl: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/api/calendar-settings`, {
    method: "PUT",
    headers: { authorization: `Bearer ${tokenOf(person)}`, "content-type": "application/json" },
    body: JSON.stringify({
      calendarUrl,
      showKidsEvents: true,
      showFamilyEvents: true,
      showAppointments: true,
    }),
  });
  if (response.status !== 200)
    throw new Error(`Subscribing answered ${response.status}: ${await response.text()}`);
}
