// Records refusals by providers, and finds the links in test messages.
import type { Channel } from "#contract/messages.ts";
import type { Refusal } from "#contract/reachability.ts";
import { refuseContactMethod } from "#server/platform/messages/contact-methods.ts";
import type { Person } from "./people.ts";
import type { TestServer } from "./server.ts";

export const refuse = (
  { database, clock }: TestServer,
  { id: personId }: Person,
  channel: Channel,
  refusal: Refusal = "landline",
) => refuseContactMethod(database.kysely, { personId, channel }, refusal, clock.now());

/** The path of the page that answers a test, from its text or e-mail. */
export const testPathIn = (text = ""): string => text.match(/\/reachability\/answer\?to=[\w-]+/)?.[0] ?? "";

export const testTokenIn = (text = ""): string => testPathIn(text).split("=")[1] ?? "";

/** The latest text to this person. */
export const textTo = ({ outbox }: TestServer, { phoneNumber }: Person): string | undefined =>
  outbox.findLast(({ to }) => to === phoneNumber)?.text;
