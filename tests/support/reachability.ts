// What providers have said of somebody's ways, and the links of the tests that were sent.
import type { Channel } from "#contract/messages.ts";
import type { Refusal } from "#contract/reachability.ts";
import { refuseContactMethod } from "#server/messages/contact-methods.ts";
import type { Somebody } from "./people.ts";
import type { TestServer } from "./server.ts";

export const refuse = (
  { database, clock }: TestServer,
  { id: personId }: Somebody,
  channel: Channel,
  refusal: Refusal = "landline",
) => refuseContactMethod(database.kysely, { personId, channel }, refusal, clock.now());

/** The address of the page that answers a test, from its text or e-mail. */
export const testPathIn = (text = ""): string => text.match(/\/reachability\/answer\?to=[\w-]+/)?.[0] ?? "";

export const testTokenIn = (text = ""): string => testPathIn(text).split("=")[1] ?? "";

/** That which was sent to somebody last. */
export const textTo = ({ outbox }: TestServer, { phoneNumber }: Somebody): string | undefined =>
  outbox.findLast(({ to }) => to === phoneNumber)?.text;
