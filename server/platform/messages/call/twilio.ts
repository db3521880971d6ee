// Twilio's phone calls, by its REST API and TwiML: https://www.twilio.com/docs/voice/api/call-resource
import type { Refusal } from "#contract/reachability.ts";
import type { TwilioCalls } from "#server/platform/config/phone-calls.ts";
import { toE164 } from "#server/platform/phone-numbers.ts";
import type { CallRecording } from "#server/platform/world.ts";
import { basicAuthorization, request, valueAt } from "../request.ts";
import { SendError } from "../send-error.ts";
import { signedTwilioFields } from "../twilio-signature.ts";
import { maxCallSeconds, ringSeconds } from "./limits.ts";
import { type CallEvent, type CallProvider, type CallStatus, keysIn } from "./provider.ts";
import { deleteAt, fetchAudio } from "./recordings.ts";
import { xmlWriter } from "./xml.ts";

/** Twilio's error codes for numbers that no call will ever reach. https://www.twilio.com/docs/api/errors */
const unreachable = new Map<string, Refusal>([
  ["13224", "unknown"],
  ["13225", "blocked"],
  ["13227", "other"],
  ["21211", "unknown"],
  ["21214", "unknown"],
  ["21215", "other"],
  ["21216", "blocked"],
  ["21217", "unknown"],
]);

const endings: Readonly<Record<string, CallStatus>> = {
  completed: "completed",
  busy: "busy",
  "no-answer": "no-answer",
  canceled: "failed",
  failed: "failed",
};

/** https://www.twilio.com/docs/voice/answering-machine-detection */
const isMachine = (answeredBy: string): boolean => /^(machine|fax)/.test(answeredBy);

function statusIn(fields: ReadonlyMap<string, string>): CallStatus {
  if (isMachine(fields.get("AnsweredBy") ?? "")) return "machine";
  return endings[fields.get("CallStatus") ?? ""] ?? "going-on";
}

/** A hidden caller has a word in place of a number, or one of a few numbers that spell such a word. */
const hiddenNumbers = ["+266696687", "+7378742833", "+2562533", "+8656696"];

const numberIn = (given = ""): string | undefined =>
  hiddenNumbers.includes(given) ? undefined : toE164(given);

function recordingIn(fields: ReadonlyMap<string, string>): CallRecording | undefined {
  const [id, url] = [fields.get("RecordingSid"), fields.get("RecordingUrl")];
  return id && url ? { id, url, seconds: Number(fields.get("RecordingDuration") ?? 0) } : undefined;
}

interface Options {
  readonly origin?: string;
  readonly timeoutMs?: number;
}

export function twilioCalls(
  { accountSid, authToken, from }: TwilioCalls,
  publicUrl: string,
  { origin = "https://api.twilio.com", timeoutMs }: Options = {},
): CallProvider {
  const account = `${origin}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}`;
  const headers = { authorization: basicAuthorization(accountSid, authToken) };
  const addressOf = ({ id }: CallRecording) => `${account}/Recordings/${encodeURIComponent(id)}`;

  return {
    name: "twilio",
    async place({ to, answerPath, endPath }) {
      const body = new URLSearchParams({
        To: to,
        From: from,
        Url: publicUrl + answerPath,
        StatusCallback: publicUrl + endPath,
        Timeout: String(ringSeconds),
        TimeLimit: String(maxCallSeconds),
        MachineDetection: "Enable",
      });
      const answer = await request(
        "Twilio",
        `${account}/Calls.json`,
        { method: "POST", headers, body },
        timeoutMs,
      );
      const id = valueAt("sid", answer.body);
      if (answer.isOk && id) return { id };
      if (answer.isOk) throw new SendError("unknown", "Twilio's answer cannot be read");
      // Leaves out Twilio's own words, which repeat the phone number.
      const code = valueAt("code", answer.body) ?? "unknown";
      const refusal = unreachable.get(code);
      const message = `Twilio did not place the call (code ${code})`;
      throw new SendError(refusal ? "permanent" : "transient", message, refusal);
    },
    read(request): CallEvent {
      const fields = signedTwilioFields(authToken, publicUrl, request);
      return {
        callId: fields.get("CallSid") ?? "",
        from: numberIn(fields.get("From")),
        to: numberIn(fields.get("To")),
        status: statusIn(fields),
        keys: keysIn(fields.get("Digits")),
        recording: recordingIn(fields),
        refusal: unreachable.get(fields.get("ErrorCode") ?? ""),
      };
    },
    render: xmlWriter(publicUrl, {
      say: "Say",
      askKeys: "Gather",
      keysAttributes: (numDigits, timeout) => ({ input: "dtmf", numDigits, timeout }),
    }),
    fetchRecording: (recording) => fetchAudio("Twilio", `${addressOf(recording)}.wav`, headers),
    deleteRecording: (recording) => deleteAt("Twilio", `${addressOf(recording)}.json`, headers),
  };
}
