// Rose asks for help with a light bulb, and the request is as far as a test needs it.
import { minuteMs } from "#contract/durations.ts";
import { addPicture } from "#contract/help/replies.ts";
import { acknowledgeHelpRequest, askForHelp, type NewHelpRequest } from "#contract/help/requests.ts";
import { messageToken } from "#server/platform/messages/message-links.ts";
import { deliverDue } from "./due-work.ts";
import { photo } from "./photos.ts";
import { sendVoiceMessage } from "./recordings.ts";
import type { Family } from "./sample-call.ts";
import type { TestServer } from "./server.ts";

export const lightBulb: NewHelpRequest = { text: "I need a light bulb changed." };

/** Returns the path's parameters of Rose's request. */
export async function asked({ rose }: Family, body = lightBulb): Promise<{ id: number }> {
  const { id } = await rose.client.call(askForHelp, { body });
  return { id };
}

/** Returns the path's parameters of Rose's request after Anna has taken it. */
export async function taken(family: Family): Promise<{ id: number }> {
  const params = await asked(family);
  await family.anna.client.call(acknowledgeHelpRequest, { params });
  return params;
}

/** Sends Rose's picture of what she needs help with. */
export async function shownPicture(family: Family) {
  const params = await asked(family);
  const parts = { params, headers: { "idempotency-key": "a-key" }, upload: await photo() };
  const { id: replyId, picture } = await family.rose.client.call(addPicture, parts);
  return { requestId: params.id, replyId, pictureId: picture?.id ?? 0 };
}

/** Sends Rose's voice message, and returns its id. */
export const saidVoiceMessage = async (family: Family): Promise<number> =>
  sendVoiceMessage(family.rose.client, (await asked(family)).id);

/** Returns the path's parameters of the link in the message to Anna about Rose's request. */
export async function delivered(situation: Family & { server: TestServer }, body = lightBulb) {
  const { server, anna } = situation;
  const { id } = await asked(situation, body);
  await deliverDue(server.world);
  server.clock.advance(3 * minuteMs);
  await deliverDue(server.world);
  const sent = server.database.kysely.selectFrom("messages").select("id").where("subject_id", "=", id);
  const message = await sent.where("person_id", "=", anna.id).executeTakeFirstOrThrow();
  return { token: messageToken(server.world, "answer", [message], anna.phoneNumber) };
}
