// Picks up the calls of a server whose provider is Twilio, presses keys, and reports how they ended, as Twilio does.
import { twilioSignature } from "#server/platform/messages/twilio-signature.ts";
import { callProviderEnvs } from "./call-providers.ts";
import { Client } from "./client.ts";
import type { TestServer } from "./server.ts";

const publicUrl = "https://porchlight.example";

/** The environment of a server that calls people by Twilio. */
export const twilioCallsEnv = { ...callProviderEnvs.twilio, PUBLIC_URL: publicUrl };

type Fields = Readonly<Record<string, string>>;

export function usePhone(server: () => TestServer) {
  const { TWILIO_AUTH_TOKEN: authToken } = twilioCallsEnv;

  /** Asks for what follows, and returns the status and the words that are said. */
  async function post(path: string, fields: Fields, key: string = authToken) {
    const form = { CallSid: `CA${server().called.length}`, CallStatus: "in-progress", ...fields };
    const signature = twilioSignature(key, publicUrl + path, new Map(Object.entries(form)));
    const headers = { "x-twilio-signature": signature };
    const body = new URLSearchParams(form);
    const answer = await new Client(server().url).fetch("POST", path, { headers, body });
    const xml = await answer.text();
    const [said = ""] = [...xml.matchAll(/<Say[^>]*>(.*?)<\/Say>/gs)].map(([, words = ""]) => words);
    const words = said.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
    return { status: answer.status, xml, words };
  }

  const last = () => {
    const call = server().called.at(-1);
    if (!call) throw new Error("Nobody was called.");
    return call;
  };

  return {
    post,
    last,
    /** What the person hears who was called last and picks up. */
    pickUp: async (fields: Fields = {}) => (await post(last().answerPath, fields)).words,
    /** What they hear after a key. */
    press: async (Digits: string, { answerPath } = last()) =>
      (await post(`${answerPath}/keys`, { Digits })).words,
    /** Reports how a call has ended. */
    end: (CallStatus: string, fields: Fields = {}, { endPath } = last()) =>
      post(endPath, { CallStatus, ...fields }),
  };
}
