// All providers of messages to a family: a push service, an ntfy server, an Apprise server, Twilio, Plivo, and a mail
// server. Each checks the sender's credentials.
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import type { Channel } from "#contract/messages.ts";
import { plivoSignature } from "#server/platform/messages/call/plivo.ts";
import { AppriseStandIn } from "#tests/support/apprise.ts";
import { callProviderEnvs, PlivoCallsStandIn } from "#tests/support/call-providers.ts";
import { NtfyStandIn } from "#tests/support/ntfy.ts";
import { PushService } from "#tests/support/push-service.ts";
import { TwilioStandIn } from "#tests/support/twilio.ts";
import { http, smtp } from "./faults.ts";
import { Wire } from "./wire.ts";

/** A message that a provider has accepted. */
export interface Received {
  channel: Channel;
  /** The person's ID in the database. */
  person: number;
  words: string;
  at: number;
}

export const account = { sid: `AC${"0".repeat(32)}`, token: "the-token-of-the-account" };
const ntfyToken = "tk_secret";
const appriseUser = { user: "porchlight", pass: "hidden" };
const mailUser = { user: "porchlight", pass: "secret" };
export const publicUrl = "https://porchlight.example";

const portOf = (url: string) => Number(new URL(url).port);
const firstNumber = 16145550000;

export class Providers {
  readonly wires = {
    push: new Wire(http),
    ntfy: new Wire(http),
    apprise: new Wire(http),
    sms: new Wire(http),
    call: new Wire(http),
    email: new Wire(smtp),
  };
  readonly received: Received[] = [];
  /** The port of a server that calls can be answered on. */
  serverPort = (): number => 0;
  readonly #push = new PushService();
  readonly #ntfy = new NtfyStandIn();
  readonly #apprise = new AppriseStandIn();
  readonly #twilio = new TwilioStandIn();
  readonly #plivo = new PlivoCallsStandIn();
  readonly #mail = new SMTPServer({
    disableReverseLookup: true,
    disabledCommands: ["STARTTLS"],
    onAuth: ({ username, password }, _session, done) =>
      username === mailUser.user && password === mailUser.pass
        ? done(null, { user: username })
        : done(new Error("Wrong credentials")),
    onData: (stream, { envelope }, done) => {
      const keep = async (bytes: Buffer) => {
        const { subject = "", text = "" } = await PostalMime.parse(bytes);
        const [person = ""] = /\d+/.exec(envelope.rcptTo[0]?.address ?? "") ?? [];
        this.#keep("email", Number(person), `${subject}\n${text}`);
        done();
      };
      // A server that is killed in the middle of an e-mail has not sent it.
      buffer(stream).then(keep, done);
    },
  });

  constructor() {
    this.#push.answer = (response) => this.#pushed(response);
    this.#ntfy.token = ntfyToken;
    this.#ntfy.onPublished = ({ topic, title, message }) =>
      this.#keep("ntfy", Number(/\d+$/.exec(topic)?.[0]), `${title}\n${message}`);
    this.#apprise.credentials = `${appriseUser.user}:${appriseUser.pass}`;
    this.#apprise.deliver = ({ urls, title, body }) => {
      this.#keep("apprise", Number(/\d+$/.exec(urls)?.[0]), `${title}\n${body}`);
      return true;
    };
    this.#twilio.answer = (response) => this.#texted(response);
    this.#plivo.onPlaced = ({ fields: { to, answer_url } }) => this.#called(Number(to), answer_url ?? "");
  }

  /** The environment that connects a server to these providers. */
  get env(): Record<string, string> {
    return {
      TWILIO_ACCOUNT_SID: account.sid,
      TWILIO_AUTH_TOKEN: account.token,
      TWILIO_FROM: "+16145550000",
      TWILIO_STAND_IN: `http://127.0.0.1:${this.wires.sms.port}`,
      ...callProviderEnvs.plivo,
      // The proofs are about other things than the pace.
      CALLS_PER_SECOND: "50",
      PLIVO_STAND_IN: `http://127.0.0.1:${this.wires.call.port}`,
      NTFY_URL: `http://127.0.0.1:${this.wires.ntfy.port}`,
      NTFY_TOKEN: ntfyToken,
      APPRISE_URL: `http://127.0.0.1:${this.wires.apprise.port}`,
      APPRISE_USERNAME: appriseUser.user,
      APPRISE_PASSWORD: appriseUser.pass,
      SMTP_URL: `smtp://${mailUser.user}:${mailUser.pass}@127.0.0.1:${this.wires.email.port}`,
      MAIL_FROM: "Porchlight <hello@porchlight.example>",
      PUBLIC_URL: publicUrl,
      REACH_LOOPBACK: "true",
    };
  }

  /** The subscription of this person's browser. */
  subscriptionOf(person: number) {
    const { p256dh, auth } = this.#push.subscription;
    const endpoint = `http://127.0.0.1:${this.wires.push.port}/people/${person}`;
    return { endpoint, keys: { p256dh, auth } };
  }

  async open(): Promise<void> {
    const mail = this.#mail.listen(0, "127.0.0.1");
    await Promise.all([
      this.#push.open(),
      this.#ntfy.open(),
      this.#apprise.open(),
      this.#twilio.open(),
      this.#plivo.open(),
      once(mail, "listening"),
    ]);
    const address = mail.address();
    await this.wires.push.open(this.#push.port);
    await this.wires.ntfy.open(this.#ntfy.port);
    await this.wires.apprise.open(this.#apprise.port);
    await this.wires.sms.open(this.#twilio.port);
    await this.wires.call.open(this.#plivo.port);
    await this.wires.email.open(typeof address === "object" && address ? address.port : 0);
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.wires).map((wire) => wire.close()));
    const servers = [this.#push, this.#ntfy, this.#apprise, this.#twilio, this.#plivo];
    await Promise.all(servers.map((server) => server.close()));
    await new Promise<void>((done) => this.#mail.close(() => done()));
  }

  #keep(channel: Channel, person: number, words: string): void {
    this.received.push({ channel, person, words, at: Date.now() });
  }

  // The push service verifies the signature and decrypts the message before it calls this.
  #pushed(response: ServerResponse): void {
    const [person = ""] = /\d+$/.exec(response.req.url ?? "") ?? [];
    const { payload, claims } = this.#push.pushed.at(-1) ?? { payload: "", claims: { aud: "" } };
    if (portOf(claims.aud) !== this.wires.push.port)
      throw new Error("This was signed for another push service.");
    this.#keep("push", Number(person), payload);
    response.writeHead(201).end();
  }

  /** Everybody picks up at once, and hears what it is about. */
  async #called(number: number, answerUrl: string): Promise<void> {
    const fields = { CallUUID: "call", From: "16145550100", To: String(number), CallStatus: "in-progress" };
    const nonce = String(Date.now());
    const { PLIVO_AUTH_TOKEN: token } = callProviderEnvs.plivo;
    const signature = plivoSignature(token, { url: answerUrl, nonce }, new Map(Object.entries(fields)));
    const headers = { "x-plivo-signature-v3": signature, "x-plivo-signature-v3-nonce": nonce };
    const url = answerUrl.replace(publicUrl, `http://127.0.0.1:${this.serverPort()}`);
    const answer = await fetch(url, { method: "POST", headers, body: new URLSearchParams(fields) });
    this.#keep("call", number - firstNumber, await answer.text());
  }

  #texted(response: ServerResponse): void {
    const asked = this.#twilio.asked.at(-1);
    if (asked?.credentials !== `${account.sid}:${account.token}`) {
      response.writeHead(401).end();
      return;
    }
    this.#keep("sms", Number(asked.form.To) - firstNumber, asked.form.Body ?? "");
    const sid = `SM${String(this.received.length).padStart(32, "0")}`;
    response.writeHead(201).end(JSON.stringify({ sid }));
  }
}
