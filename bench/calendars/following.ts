import type { Feeds } from "../processes/feeds.ts";
import type { Porchlight } from "../processes/porchlight.ts";
import { answerOf, begin } from "../processes/task.ts";
import { tokenOf } from "../processes/wire/requests.ts";

/** While somebody else's server has calendars to follow. */
export async function withFeeds<Result>(
  order: Feeds,
  use: (port: number) => Promise<Result>,
): Promise<Result> {
  const feeds = begin("feeds.ts", order);
  try {
    return await use((await answerOf<{ port: number }>(feeds)).port);
  } finally {
    feeds.kill();
  }
}

/** Person 7n+2 is the admin of family n+1. */
export async function follow({ port }: Porchlight, person: number, calendarUrl: string): Promise<void> {
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
    throw new Error(`Following answered ${response.status}: ${await response.text()}`);
}
