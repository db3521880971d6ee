// A test of one contact method of a person: a message that is answered with one tap.
import type { Channel } from "#contract/messages.ts";
import type { ReturnLinks } from "#server/messages/addresses.ts";
import { markContactMethodTested } from "#server/messages/contact-methods.ts";
import { type Handover, handOver } from "#server/messages/message-sender.ts";
import type { Notice } from "#server/messages/notice.ts";
import type { World } from "#server/world.ts";

const title = "Does this reach you?";
const words = "This is only a test. Please press “It works”.";
const aDay = 24 * 60 * 60;

const noticeBy =
  ({ config }: World, channel: Channel) =>
  ({ answerToken }: ReturnLinks): Notice => {
    const path = `/reachability/answer?to=${answerToken}`;
    const link = config.publicUrl + path;
    return {
      ...{ kind: "test", title, tag: "test", path, acknowledgePath: `/api/test-answers/${answerToken}` },
      text:
        channel === "sms" ? `Porchlight: ${title} This is only a test. Please say so here: ${link}` : words,
      email: {
        subject: `Porchlight: ${title}`,
        before: [
          title,
          "This is only a test. It shows your family that we can reach you when someone needs help.",
        ],
        link: { label: "It works", href: link },
        after: [],
      },
      ttlSeconds: aDay,
      isUrgent: false,
    };
  };

/** Stores the time from before sending, because the answer can arrive before the provider's response. */
export async function sendTestBy(world: World, personId: number, channel: Channel): Promise<Handover> {
  const leftAt = world.clock.now();
  const handover = await handOver(world, personId, channel, noticeBy(world, channel));
  if (handover.outcome === "taken")
    await markContactMethodTested(world.database.kysely, { personId, channel }, leftAt);
  else world.log.warn({ channel, person: personId, reason: handover.reason }, "a test could not be sent");
  return handover;
}
