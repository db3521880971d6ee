// Telephones of grandparents, and the calls that they make by each provider.
import { openPhoneDoor } from "#contract/phone-doors.ts";
import { plivoSignature } from "#server/platform/messages/call/plivo.ts";
import { twilioSignature } from "#server/platform/messages/twilio-signature.ts";
import { callProviderEnvs } from "./call-providers.ts";
import type { Person } from "./people.ts";
import type { TestServer } from "./server.ts";

export const rosesTelephone = "+16145550177";

/** An admin lets somebody call from this number. */
export const openDoorOf = (
  { client }: Person,
  { id }: Pick<Person, "id">,
  body: { phoneNumber: string; pin?: string | null } = { phoneNumber: rosesTelephone },
) => client.call(openPhoneDoor, { params: { id }, body });

const plain = (xml: string): string =>
  xml.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));

interface Dialect {
  headers(url: string, fields: Readonly<Record<string, string>>): Record<string, string>;
  fields(call: { id: string; from: string }): Record<string, string>;
  recording(id: string): Record<string, string>;
}

const mapOf = (fields: Readonly<Record<string, string>>) => new Map(Object.entries(fields));

const dialects: Record<keyof typeof callProviderEnvs, Dialect> = {
  twilio: {
    headers: (url, fields) => ({
      "x-twilio-signature": twilioSignature(callProviderEnvs.twilio.TWILIO_AUTH_TOKEN, url, mapOf(fields)),
    }),
    fields: ({ id, from }) => ({ CallSid: id, From: from, To: "+16145550100", CallStatus: "in-progress" }),
    recording: (id) => ({
      RecordingSid: id,
      RecordingUrl: `https://api.twilio.com/${id}`,
      RecordingDuration: "3",
    }),
  },
  plivo: {
    headers: (url, fields) => ({
      "x-plivo-signature-v3-nonce": "1",
      "x-plivo-signature-v3": plivoSignature(
        callProviderEnvs.plivo.PLIVO_AUTH_TOKEN,
        { url, nonce: "1" },
        mapOf(fields),
      ),
    }),
    fields: ({ id, from }) => ({
      CallUUID: id,
      From: from.slice(1),
      To: "16145550100",
      CallStatus: "in-progress",
    }),
    recording: (id) => ({
      RecordingID: id,
      RecordUrl: `https://media.plivo.com/${id}.wav`,
      RecordingDuration: "3",
    }),
  },
};

/** A call to the server. The provider asks what comes next, and the test does what the caller does. */
export class Call {
  readonly #server: TestServer;
  readonly #dialect: Dialect;
  readonly #call: { id: string; from: string };
  /** Where the last answer leads. */
  next = "/calls/phone-door";
  /** What was said last. */
  heard = "";
  /** Every turn, as the provider asked it. A provider without an answer asks again. */
  readonly asked: { path: string; fields: Record<string, string> }[] = [];

  constructor(server: TestServer, from: string, id: string, provider: keyof typeof dialects = "twilio") {
    this.#server = server;
    this.#dialect = dialects[provider];
    this.#call = { id, from };
  }

  /** Asks in the provider's name, and returns what is said. */
  async ask(path: string, more: Record<string, string> = {}): Promise<string> {
    const { app, world } = this.#server;
    const fields = { ...this.#dialect.fields(this.#call), ...more };
    this.asked.push({ path, fields: more });
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      ...this.#dialect.headers(world.config.publicUrl + path, fields),
    };
    const payload = new URLSearchParams(fields).toString();
    const { body, statusCode } = await app.inject({ method: "POST", url: path, headers, payload });
    if (statusCode !== 200) throw new Error(`The call was refused: ${statusCode}`);
    const action = /action="([^"]*)"/.exec(body)?.[1];
    if (action) this.next = new URL(plain(action)).pathname;
    // A question is said again for those who press nothing.
    const [first = ""] = body.split(/<\/(?:Gather|GetInput)>/);
    this.heard = [...first.matchAll(/<(?:Say|Speak)[^>]*>(.*?)<\//gs)]
      .map(([, said = ""]) => plain(said))
      .join(" ");
    return this.heard;
  }

  dial = (): Promise<string> => this.ask("/calls/phone-door");
  press = (keys: string): Promise<string> => this.ask(this.next, { Digits: keys });
  say = (recordingId: string): Promise<string> => this.ask(this.next, this.#dialect.recording(recordingId));
  saysNothing = (): Promise<string> => this.ask(this.next);
  /** The provider got no answer to the last turn. */
  again = (): Promise<string> => {
    const last = this.asked.at(-1);
    return this.ask(last?.path ?? "", last?.fields);
  };
}
