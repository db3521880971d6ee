import { expect, test } from "vitest";
import { dayMs } from "#contract/durations.ts";
import { listPastRequests } from "#contract/help/past-requests.ts";
import { keepHelpPicture } from "#contract/help/replies.ts";
import { askForHelp, resolveHelpRequest } from "#contract/help/requests.ts";
import { shownPicture } from "#tests/support/asked-help.ts";
import { deliverDue } from "#tests/support/due-work.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { sendVoiceMessage } from "#tests/support/recordings.ts";
import { useServer } from "#tests/support/server.ts";
import { deleteOldRequests } from "./retention.ts";

const year = useServer({ env: { KEEP_REQUESTS_DAYS: "365" } });
const always = useServer();

/** What is left of a closed request with a thread, and of an open one, a year and a day later. */
async function requestsAfterAYear(server: typeof year, isKept: boolean) {
  const { clock, world, database } = server();
  const family = await reyesFamily(server());
  const { anna, rose } = family;
  const { requestId, pictureId } = await shownPicture(family);
  await sendVoiceMessage(rose.client, requestId);
  await anna.client.call(keepHelpPicture, { params: { id: pictureId }, body: { isKept } });
  await deliverDue(world);
  await rose.client.call(resolveHelpRequest, { params: { id: requestId } });
  const open = await rose.client.call(askForHelp, { body: { phraseId: 101 } });
  clock.advance(366 * dayMs);
  await deleteOldRequests(world);
  // Nobody's session lasts for a year.
  clock.advance(-366 * dayMs);
  const { requests } = await anna.client.call(listPastRequests);
  const files = await database.kysely
    .selectFrom("media")
    .select("id")
    .where("family_id", "=", rose.familyId)
    .execute();
  const isLeft = (id: number) => requests.some((request) => request.id === id);
  return { isClosedLeft: isLeft(requestId), isOpenLeft: isLeft(open.id), files: files.length };
}

test("closed requests are deleted with their threads and files when the operator's time for keeping them is over", async () => {
  expect(await requestsAfterAYear(year, false)).toEqual({ isClosedLeft: false, isOpenLeft: true, files: 0 });
});

test("a request with a picture that somebody keeps stays", async () => {
  expect(await requestsAfterAYear(year, true)).toMatchObject({ isClosedLeft: true, isOpenLeft: true });
});

test("without such a time, requests stay for good", async () => {
  expect(await requestsAfterAYear(always, false)).toMatchObject({ isClosedLeft: true, isOpenLeft: true });
});
