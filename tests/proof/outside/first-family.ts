// Every server must be able to do this, wherever it runs and whatever is in front of it: two people sign up, and one
// asks for help.
import { expect } from "vitest";
import { changeEscalationPlan } from "#contract/help/plan.ts";
import { askForHelp } from "#contract/help/requests.ts";
import { LiveStream } from "#tests/support/live-stream.ts";
import { joinByInvitation, signUpByPhone } from "#tests/support/people.ts";
import type { TextGatewayStandIn } from "#tests/support/text-providers.ts";
import { step } from "./family.ts";

/** The settings of a server whose texts go to this stand-in. */
export const textsTo = ({ origin }: TextGatewayStandIn): Record<string, string> => ({
  SMS_HTTP_URL: `${origin}/messages`,
  SMS_HTTP_BODY: '{"to": "{to}", "text": "{text}", "id": "1"}',
  SMS_HTTP_ID: "id",
});

/** Returns the seconds from the request for help until the helper's text arrived. */
export async function meetFirstFamily(url: string, texts: TextGatewayStandIn): Promise<number> {
  texts.answerWith(200, { id: "1" });
  const server = {
    url,
    get outbox() {
      return texts.asked.map(({ body }) => JSON.parse(body));
    },
  };
  const anna = await signUpByPhone(server);
  const rose = await joinByInvitation(server, anna, "grandparent", "Rose");
  const body = { steps: [step(0, "sms")], firstContactId: null, quietHours: null };
  await anna.client.call(changeEscalationPlan, { body });
  const screen = new LiveStream(await anna.client.fetch("GET", "/api/live"));
  const askedAt = performance.now();
  await rose.client.call(askForHelp, { body: { text: "The lamp is broken." } });
  await expect.poll(() => screen.heard, { interval: 20 }).toContain("help-requests");
  const helpText = () =>
    server.outbox.find(({ to, text }) => to === anna.phoneNumber && text.includes("The lamp is broken."));
  await expect.poll(helpText, { interval: 50 }).toBeDefined();
  return (performance.now() - askedAt) / 1_000;
}
