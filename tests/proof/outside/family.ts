// A family of `seedFamilies`: a grandmother who asks, and six others who are told by each way.
import { randomUUID } from "node:crypto";
import twilio from "twilio";
import { grandmotherOf, helpersOf, tokenOf } from "#bench/processes/wire/requests.ts";
import { type ChosenEscalationPlan, changeEscalationPlan, type EscalationStep } from "#contract/help/plan.ts";
import { acknowledgeHelpRequest, askForHelp } from "#contract/help/requests.ts";
import { addPushSubscription, type Channel } from "#contract/messages.ts";
import { Client } from "#tests/support/client.ts";
import { account, type Providers, publicUrl, type Received } from "./providers.ts";

type QuietHours = ChosenEscalationPlan["quietHours"];

/** Something that was asked, and when. */
export interface Wish {
  id: number;
  words: string;
  askedAt: number;
}

/** Everybody, so many seconds after the asking. */
export const step = (after: number, ...channels: Channel[]): EscalationStep => ({
  after,
  whom: "everyone",
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

  /** Each helper has a browser that is told by push. */
  async subscribe(port: number, providers: Providers): Promise<void> {
    for (const helper of this.helpers)
      await clientOf(port, helper).call(addPushSubscription, { body: providers.subscriptionOf(helper) });
  }

  async plan(port: number, steps: EscalationStep[], quietHours: QuietHours = null): Promise<void> {
    const [admin = 0] = this.helpers;
    const body = { steps, firstContactId: null, quietHours };
    await clientOf(port, admin).call(changeEscalationPlan, { body });
  }

  async ask(port: number): Promise<Wish> {
    const words = `Wish ${randomUUID()}`;
    const { id, askedAt } = await clientOf(port, this.grandmother).call(askForHelp, {
      body: { text: words },
    });
    return { id, words, askedAt: Date.parse(askedAt) };
  }

  /** Whether this one was the first to say yes. */
  async takes(port: number, place: number, { id }: Wish): Promise<boolean> {
    const client = clientOf(port, this.helpers[place] ?? 0);
    return (await client.ask(acknowledgeHelpRequest, { params: { id } })).status === 200;
  }

  /** Answers a text with "1", as Twilio passes it on. */
  async answersByText(port: number, place: number): Promise<string> {
    const [path, number] = ["/twilio/messages", 6145550000 + (this.helpers[place] ?? 0)];
    const fields = { From: `+1${number}`, Body: "1" };
    const signature = twilio.getExpectedTwilioSignature(account.token, publicUrl + path, fields);
    const parts = { headers: { "x-twilio-signature": signature }, body: new URLSearchParams(fields) };
    return (await clientOf(port, 0).fetch("POST", path, parts)).text();
  }
}

function clientOf(port: number, person: number): Client {
  const client = new Client(`http://127.0.0.1:${port}`);
  client.token = tokenOf(person);
  return client;
}

/** What asks for help with this wish, not what says that somebody helps. */
export const askings = ({ received }: Providers, { words }: Wish): Received[] =>
  received.filter((one) => one.words.includes(words) && one.words.includes("needs help"));

/** By which somebody who gets a message twice, or their phone, knows that it is the same. */
export function tagIn({ words }: Received): string {
  const [tag] = words.match(/\(#[0-9A-Z]+\)|"tag":"help-request-\d+"/) ?? [];
  if (!tag) throw new Error("A message has no tag.");
  return tag;
}
