// Where exactly a message goes, and the links in it that lead back from there.
import { Gone, NotFound } from "#server/errors.ts";
import type { World } from "#server/world.ts";
import type { ContactMethodKey } from "./contact-methods.ts";
import { claimedBy, isSigned, sign } from "./signed-links.ts";

/** One address of a contact method. With push, each browser is an address. */
export interface Address extends ContactMethodKey {
  readonly address: string;
}

/** The links in one message that lead back from one address. */
export interface ReturnLinks {
  /** Called without a sign-in when the message has arrived: by the service worker, or by the provider of texts. */
  readonly receiptPath: string;
  /** For the link or button by which its reader answers it. */
  readonly answerToken: string;
}

type Purpose = "notice-answer" | "notice-receipt";

const aMinute = 60_000;
const twoWeeks = 14 * 24 * 60;

const minuteOf = (at: Date): number => Math.floor(at.getTime() / aMinute);

const aboutOf = ({ channel, address }: Address): string => `${channel} ${address}`;

function tokenFor({ secrets, clock }: World, purpose: Purpose, to: Address): string {
  return sign(secrets, purpose, [to.personId, minuteOf(clock.now())], aboutOf(to));
}

export function returnLinksFor(world: World, to: Address): ReturnLinks {
  const token = tokenFor(world, "notice-receipt", to);
  const receiptPath = to.channel === "sms" ? `/twilio/notices/${token}` : `/api/notices/${token}/receipts`;
  return { receiptPath, answerToken: tokenFor(world, "notice-answer", to) };
}

async function addressesOf({ kysely: db }: World["database"], personId: number): Promise<Address[]> {
  const person = db.selectFrom("people").select(["phone_number", "email"]).where("id", "=", personId);
  const browsers = db.selectFrom("push_subscriptions").select("endpoint").where("person_id", "=", personId);
  const [owner, subscriptions] = await Promise.all([person.executeTakeFirst(), browsers.execute()]);
  return [
    ...subscriptions.map(({ endpoint }) => ({ personId, channel: "push" as const, address: endpoint })),
    { personId, channel: "sms", address: owner?.phone_number ?? "" },
    { personId, channel: "email", address: owner?.email ?? "" },
  ];
}

const unknown = "We don't recognize this link. Please open it from the message again.";
const over = "This link is more than two weeks old. Please use the one in a newer message.";

/** Where the message went that a token came in, as long as it is still an address of that person. */
export async function addressBehind(world: World, purpose: Purpose, token: string): Promise<Address> {
  const [personId = 0, minute = 0] = claimedBy(token);
  const addresses = await addressesOf(world.database, personId);
  const found = addresses.find((to) => isSigned(world.secrets, purpose, token, aboutOf(to)));
  if (!found) throw new NotFound(unknown);
  if (minuteOf(world.clock.now()) - minute > twoWeeks) throw new Gone(over);
  return found;
}
