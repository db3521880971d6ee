// The provider of phone calls.
import { type Environment, oneOf } from "./environment.ts";
import type { Setting } from "./setting.ts";

export interface TwilioCalls {
  readonly provider: "twilio";
  readonly accountSid: string;
  readonly authToken: string;
  /** The number that people see when they are called. */
  readonly from: string;
}

export interface PlivoCalls {
  readonly provider: "plivo";
  readonly authId: string;
  readonly authToken: string;
  readonly from: string;
}

export type CallProviderSettings = TwilioCalls | PlivoCalls;

const isE164 = (number: string): boolean => /^\+[1-9]\d{6,14}$/.test(number);

function numberIn(name: string, number: string): string {
  if (isE164(number)) return number;
  throw new Error(`${name} must be a phone number with its country, such as +16145550100.`);
}

function readTwilioCalls(env: Environment): TwilioCalls {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM, CALLS_FROM } = env;
  if (!accountSid || !authToken)
    throw new Error("CALLS_PROVIDER=twilio needs TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM.");
  const from = CALLS_FROM ? numberIn("CALLS_FROM", CALLS_FROM) : numberIn("TWILIO_FROM", TWILIO_FROM ?? "");
  return { provider: "twilio", accountSid, authToken, from };
}

function readPlivoCalls({
  PLIVO_AUTH_ID: authId,
  PLIVO_AUTH_TOKEN: authToken,
  CALLS_FROM: from,
}: Environment) {
  if (!authId || !authToken || !from)
    throw new Error("CALLS_PROVIDER=plivo needs PLIVO_AUTH_ID, PLIVO_AUTH_TOKEN and CALLS_FROM.");
  return { provider: "plivo", authId, authToken, from: numberIn("CALLS_FROM", from) } as const;
}

export function readCallProvider(env: Environment): CallProviderSettings | undefined {
  switch (oneOf(env, "CALLS_PROVIDER", ["none", "twilio", "plivo"])) {
    case "twilio":
      return readTwilioCalls(env);
    case "plivo":
      return readPlivoCalls(env);
    case "none": {
      const set = ["CALLS_FROM", "PLIVO_AUTH_ID", "PLIVO_AUTH_TOKEN"].find((name) => env[name]);
      if (set) throw new Error(`${set} needs CALLS_PROVIDER, twilio or plivo.`);
      return undefined;
    }
  }
}

export const callSettings: readonly Setting[] = [
  {
    names: ["CALLS_PROVIDER"],
    preset: "`none`; in the sandbox, its own page",
    purpose:
      "Who makes [phone calls](calls.md) about requests for help, `twilio` or `plivo`. Twilio takes the account of the text messages",
  },
  {
    names: ["CALLS_FROM"],
    preset: "`TWILIO_FROM`",
    purpose: "The number that people see when they are called, such as `+16145550100`",
  },
  { names: ["PLIVO_AUTH_ID", "PLIVO_AUTH_TOKEN"], purpose: "Phone calls by Plivo" },
];
