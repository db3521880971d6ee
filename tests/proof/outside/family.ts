// A family of `seedFamilies`: a grandmother who asks, and six helpers who are notified over every channel.
import { randomUUID } from "node:crypto";
import { grandmotherOf, helpersOf, tokenOf } from "#bench/processes/wire/connection.ts";
import { channelTraits } from "#contract/channels.ts";
import { type ChosenEscalationPlan, changeEscalationPlan, type EscalationStep } from "#contract/help/plan.ts";
import { acknowledgeHelpRequest, askForHelp } from "#contract/help/requests.ts";
import { addPushSubscription, type Channel, setAppriseAddress } from "#contract/messages.ts";
import { twilioSignature } from "#server/platform/messages/twilio-signature.ts";
import { Client } from "#tests/support/client.ts";
import { account, type Providers, publicUrl, type Received } from "./providers.ts";

type QuietHours = ChosenEscalationPlan["quietHours"];

/** A help request and when it was made. */
export interface SentRequest {
  id: number;
  words: string;
  askedAt: number;
}

/** A step that asks everybody, this many seconds after the request. */
export const step = (after: number, ...channels: Channel[]): EscalationStep => ({
  after,
  target: "everyone",
  channels,
});

export class Family {
  readonly #number: number;
  readonly helpers: readonly number[];

  constructor(number: number) {
    this.#number = number;
    this.helpers = helpersOf(number);
  }

  get grandmother(): number {
    return grandmotherOf(this.#number);
  }

  /** Gives each helper a browser that receives push messages, and a chat that Apprise reaches. */
  async subscribe(port: number, providers: Providers): Promise<void> {
    for (const helper of this.helpers) {
      const client = clientOf(port, helper);
      await client.call(addPushSubscription, { body: providers.subscriptionOf(helper) });
      await client.call(setAppriseAddress, { body: { url: `tgram://123456789:abcdefg/${helper}` } });
    }
  }

  async plan(port: number, steps: EscalationStep[], quietHours: QuietHours = null): Promise<void> {
    const [admin = 0] = this.helpers;
    const body = { steps, firstContactId: null, quietHours };
    await clientOf(port, admin).call(changeEscalationPlan, { body });
  }

  async ask(port: number): Promise<SentRequest> {
    const words = `Request ${randomUUID()}`;
    const { id, askedAt } = await clientOf(port, this.grandmother).call(askForHelp, {
      body: { text: words },
    });
    return { id, words, askedAt: Date.parse(askedAt) };
  }

  /** Whether this helper was the first to acknowledge. */
  async takes(port: number, place: number, { id }: SentRequest): Promise<boolean> {
    const client = clientOf(port, this.helpers[place] ?? 0);
    return (await client.ask(acknowledgeHelpRequest, { params: { id } })).status === 200;
  }

  /** Answers a text with "1", in the form in which Twilio passes it on. */
  async answersByText(port: number, place: number): Promise<string> {
    const [path, number] = ["/twilio/messages", 6145550000 + (this.helpers[place] ?? 0)];
    const fields = { From: `+1${number}`, Body: "1" };
    const signature = twilioSignature(account.token, publicUrl + path, new Map(Object.entries(fields)));
    const parts = { headers: { "x-twilio-signature": signature }, body: new URLSearchParams(fields) };
    return (await clientOf(port, 0).fetch("POST", path, parts)).text();
  }
}

function clientOf(port: number, person: number): Client {
  const client = new Client(`http://127.0.0.1:${port}`);
  client.token = tokenOf(person);
  return client;
}

/** The messages that ask for help with this request, without those that say that somebody is helping. */
export const helpMessages = ({ received }: Providers, { words }: SentRequest): Received[] =>
  received.filter((one) => one.words.includes(words) && /(needs|asks for) help/.test(one.words));

/** The tag by which a person or their phone recognizes two copies of the same message. Who is called hears that. */
export function tagIn({ words, channel }: Received): string {
  if (channelTraits[channel].isSpoken) return "";
  const [tag] = words.match(/\(#[0-9A-Z]+\)|"tag":"help-request-\d+"/) ?? [];
  if (!tag) throw new Error("A message has no tag.");
  return tag;
}
