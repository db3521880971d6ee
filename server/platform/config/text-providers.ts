// The providers of text messages. Their addresses, headers and bodies hold secrets, so an error never shows a value.
import { type Environment, oneOf } from "./environment.ts";
import type { Setting } from "./setting.ts";

export interface Twilio {
  readonly provider: "twilio";
  readonly accountSid: string;
  readonly authToken: string;
  readonly from: string;
}

/** The SMS Gateway for Android, https://sms-gate.app, on a phone or behind its cloud server. */
export interface AndroidTexts {
  readonly provider: "android";
  /** The endpoint that takes messages. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** The phone signs its webhooks with it. */
  readonly signingKey: string;
}

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
type Fields = readonly (readonly [name: string, value: string])[];

/** Whether the value at a path in an answer or a report is one of these. */
export interface Condition {
  readonly path: string;
  readonly values: readonly string[];
}

/** Any provider with an HTTP API. The texts in `query` and `body` are templates with the names of `placeholders`. */
export interface HttpTexts {
  readonly provider: "http";
  readonly method: string;
  /** Has no query. */
  readonly url: string;
  readonly query: Fields;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly form: Fields } | { readonly json: Json } | undefined;
  /** The path of the id in the answer. */
  readonly id: string;
  /** If it is missing, any 2xx answer means that the text was accepted. */
  readonly accepted: Condition | undefined;
  /** An answer that refuses the number for good. */
  readonly refused: Condition | undefined;
  readonly delivered: Condition;
  readonly failed: Condition;
  /** A report that the number can never be reached. */
  readonly unreachable: Condition | undefined;
  /** How the provider passes on what people text back, if it does. */
  readonly replies: Replies | undefined;
}

/** The paths of the fields in what a provider passes on, and the secret in the address that it calls. */
export interface Replies {
  readonly key: string;
  readonly from: string;
  readonly text: string;
  readonly id: string | undefined;
}

export type TextProviderSettings = Twilio | HttpTexts | AndroidTexts;

function readTwilio(env: Environment): Twilio | undefined {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = env;
  if (accountSid && authToken && from) return { provider: "twilio", accountSid, authToken, from };
  if (accountSid || authToken || from) {
    throw new Error("TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM must be set together.");
  }
  return undefined;
}

function addressIn(name: string, text: string): URL {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new Error(`${name} must be a web address, such as https://sms.example/messages.`);
}

function readAndroid(env: Environment): AndroidTexts | undefined {
  const { ANDROID_SMS_URL: url, ANDROID_SMS_USERNAME: username } = env;
  const { ANDROID_SMS_PASSWORD: password, ANDROID_SMS_SIGNING_KEY: signingKey } = env;
  if (!url && !username && !password && !signingKey) return undefined;
  if (!url || !username || !password || !signingKey) {
    throw new Error(
      "ANDROID_SMS_URL, ANDROID_SMS_USERNAME, ANDROID_SMS_PASSWORD and ANDROID_SMS_SIGNING_KEY must be set together.",
    );
  }
  const { href, username: user } = addressIn("ANDROID_SMS_URL", url);
  if (user) throw new Error("ANDROID_SMS_URL must not hold a user name: please set ANDROID_SMS_USERNAME.");
  return { provider: "android", url: href, username, password, signingKey };
}

/** `digits` is the number without its "+", and `receipt` the address to which deliveries are reported. */
const placeholders = ["to", "digits", "text", "receipt"];

const templatesIn = (value: Json): string[] => {
  if (typeof value === "string") return [value];
  return value && typeof value === "object" ? Object.values(value).flatMap(templatesIn) : [];
};

function refuseUnusable(templates: readonly string[]): void {
  const used = new Set(templates.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)));
  const unknown = [...used].find((name) => !placeholders.includes(name ?? ""));
  if (unknown) {
    throw new Error(
      `SMS_HTTP_BODY and SMS_HTTP_URL may contain {to}, {digits}, {text} and {receipt}, not {${unknown}}.`,
    );
  }
  if (used.has("text") && (used.has("to") || used.has("digits"))) return;
  throw new Error(
    "SMS_HTTP_BODY, or the query of SMS_HTTP_URL, must contain {text}, and {to} or {digits} for the number.",
  );
}

function json(name: string, text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${name} must be JSON.`);
  }
}

/** Values are filled in after the body has been parsed, so that no value can change its structure. */
function bodyIn(text: string | undefined): HttpTexts["body"] {
  if (!text) return undefined;
  return /^\s*[{[]/.test(text) ? { json: json("SMS_HTTP_BODY", text) } : { form: fieldsIn(text) };
}

const fieldsIn = (text: string): Fields => [...new URLSearchParams(text)];

function decoded(user: string): string {
  try {
    return decodeURIComponent(user);
  } catch {
    throw new Error("In the user name and password of SMS_HTTP_URL, a percent sign must be written as %25.");
  }
}

function headersIn(text: string | undefined, { username, password }: URL): Record<string, string> {
  const wrong = 'SMS_HTTP_HEADERS must be JSON with a text for each header, such as {"X-Api-Key": "…"}.';
  const given = text ? json("SMS_HTTP_HEADERS", text) : {};
  if (!given || typeof given !== "object" || Array.isArray(given)) throw new Error(wrong);
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    if (typeof value !== "string") throw new Error(wrong);
    headers[name.toLowerCase()] = value;
  }
  if (username) {
    headers.authorization = `Basic ${Buffer.from(decoded(`${username}:${password}`)).toString("base64")}`;
  }
  try {
    return Object.fromEntries(new Headers(headers));
  } catch {
    throw new Error(wrong);
  }
}

function conditionIn(name: string, text: string): Condition {
  const [, path, values] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (path && values) return { path: path.trim(), values: values.split(",").map((value) => value.trim()) };
  throw new Error(`${name} must be a field and its values, such as status=failed,expired.`);
}

/** Everybody on the Internet may call the address, so the key in it must not be guessed. */
const minKeyLength = 16;

function repliesIn({ SMS_HTTP_REPLIES: fields, SMS_HTTP_REPLY_KEY: key }: Environment): Replies | undefined {
  if (!fields && !key) return undefined;
  if (!fields || !key) throw new Error("SMS_HTTP_REPLIES and SMS_HTTP_REPLY_KEY must be set together.");
  if (key.length < minKeyLength || !/^[\w-]+$/.test(key)) {
    throw new Error(
      `SMS_HTTP_REPLY_KEY must have at least ${minKeyLength} letters, digits, hyphens or underscores.`,
    );
  }
  const { from, text, id } = Object.fromEntries(fieldsIn(fields));
  if (!from || !text) {
    throw new Error(
      "SMS_HTTP_REPLIES must name the fields of the number and the words, such as from=msisdn&text=text.",
    );
  }
  return { key, from, text, id };
}

const httpNames = [
  ...["SMS_HTTP_METHOD", "SMS_HTTP_HEADERS", "SMS_HTTP_BODY", "SMS_HTTP_ID"],
  ...["SMS_HTTP_ACCEPTED", "SMS_HTTP_REFUSED"],
  ...["SMS_HTTP_DELIVERED", "SMS_HTTP_FAILED", "SMS_HTTP_UNREACHABLE"],
  ...["SMS_HTTP_REPLIES", "SMS_HTTP_REPLY_KEY"],
];

function httpAddress(address: string): URL {
  const url = addressIn("SMS_HTTP_URL", address);
  if (!/[{}]/.test(address.split("?")[0] ?? "")) return url;
  throw new Error(
    "SMS_HTTP_URL may contain {to}, {digits}, {text} and {receipt} only after its question mark.",
  );
}

function contentIn(env: Environment, url: URL): Pick<HttpTexts, "method" | "query" | "body"> {
  const method = oneOf(env, "SMS_HTTP_METHOD", ["POST", "GET", "PUT"]);
  const [query, body] = [fieldsIn(url.search), bodyIn(env.SMS_HTTP_BODY)];
  if (body && method === "GET") throw new Error("SMS_HTTP_BODY cannot be sent by GET.");
  const form = body && "form" in body ? body.form : [];
  const json = body && "json" in body ? templatesIn(body.json) : [];
  refuseUnusable([...[...query, ...form].map(([, value]) => value), ...json]);
  return { method, query, body };
}

function readHttp(env: Environment): HttpTexts | undefined {
  const { SMS_HTTP_URL: address, SMS_HTTP_HEADERS, SMS_HTTP_ID } = env;
  const [set] = httpNames.filter((name) => env[name]);
  if (!address && set) throw new Error(`${set} needs SMS_HTTP_URL.`);
  if (!address) return undefined;
  const url = httpAddress(address);
  const condition = (name: string) => (env[name] ? conditionIn(name, env[name]) : undefined);
  return {
    provider: "http",
    url: `${url.origin}${url.pathname}`,
    ...contentIn(env, url),
    headers: headersIn(SMS_HTTP_HEADERS, url),
    id: SMS_HTTP_ID || "id",
    accepted: condition("SMS_HTTP_ACCEPTED"),
    refused: condition("SMS_HTTP_REFUSED"),
    delivered: condition("SMS_HTTP_DELIVERED") ?? { path: "status", values: ["delivered"] },
    failed: condition("SMS_HTTP_FAILED") ?? {
      path: "status",
      values: ["failed", "undelivered", "rejected", "expired"],
    },
    unreachable: condition("SMS_HTTP_UNREACHABLE"),
    replies: repliesIn(env),
  };
}

export const textProviderSettings: readonly Setting[] = [
  {
    names: ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM"],
    purpose:
      "Text messages by Twilio. Set its number's webhook to `PUBLIC_URL/twilio/messages` (POST), so that replies arrive",
  },
  {
    names: ["SMS_HTTP_URL", "SMS_HTTP_METHOD", "SMS_HTTP_HEADERS", "SMS_HTTP_BODY", "SMS_HTTP_ID"],
    preset: "`POST`, id at `id`",
    purpose: "Text messages by any provider with an HTTP API, such as 46elks, Plivo or Vonage",
  },
  {
    names: ["SMS_HTTP_ACCEPTED", "SMS_HTTP_REFUSED"],
    preset: "any 2xx answer accepts",
    purpose: "How its answer says that it accepted the text, or that it refuses the number",
  },
  {
    names: ["SMS_HTTP_DELIVERED", "SMS_HTTP_FAILED", "SMS_HTTP_UNREACHABLE"],
    preset: "`status=delivered`, `status=failed,undelivered,rejected,expired`",
    purpose: "How its delivery receipts say what became of a text",
  },
  {
    names: ["SMS_HTTP_REPLIES", "SMS_HTTP_REPLY_KEY"],
    preset: "replies are not taken",
    purpose: "How it passes on what people text back, and the secret in the address that it calls",
  },
  {
    names: ["ANDROID_SMS_URL", "ANDROID_SMS_USERNAME", "ANDROID_SMS_PASSWORD", "ANDROID_SMS_SIGNING_KEY"],
    purpose: "Text messages by an Android phone with the app SMS Gateway",
  },
  {
    names: ["SMS_PROVIDERS"],
    preset: "`twilio,http,android`",
    purpose: "The order in which two of these are tried",
  },
];

/** Puts the providers into the order of SMS_PROVIDERS. */
function inOrder(env: Environment, set: readonly TextProviderSettings[]): TextProviderSettings[] {
  const configured = set.map(({ provider }) => provider);
  if (!env.SMS_PROVIDERS) return [...set];
  const names = env.SMS_PROVIDERS.split(",").map((name) => name.trim());
  if ([...names].sort().join() !== [...configured].sort().join()) {
    throw new Error(
      `SMS_PROVIDERS must name each provider that is set up exactly once, in the order in which they are tried: ${configured.join(",") || "none is"}.`,
    );
  }
  return names.flatMap((name) => set.filter(({ provider }) => provider === name));
}

/** In the order in which they are tried. */
export function readTextProviders(env: Environment): TextProviderSettings[] {
  const set = [readTwilio(env), readHttp(env), readAndroid(env)].filter((one) => one !== undefined);
  // A third attempt would outlive the lease of a message.
  if (set.length > 2) {
    const names = set.map(({ provider }) => provider).join(", ");
    throw new Error(`At most two providers of text messages can be set up, not ${names}.`);
  }
  return inOrder(env, set);
}
