// Any provider with an HTTP API. docs/operate/text-messages.md has the settings for some.
import type { Condition, HttpTexts, Replies } from "#server/platform/config/text-providers.ts";
import { Forbidden } from "#server/platform/errors.ts";
import { toE164 } from "#server/platform/phone-numbers.ts";
import { isSameSecret } from "#server/platform/secrets.ts";
import type { Sms } from "#server/platform/world.ts";
import { fieldsOf, jsonIn, request, valueAt } from "../request.ts";
import { SendError } from "../send-error.ts";
import type { Callback, Report, TextProvider, Webhook } from "./provider.ts";

type Values = Readonly<Record<string, string>>;
type Fields = readonly (readonly [name: string, value: string])[];

/** All placeholders are filled in one pass, so a placeholder inside a typed value stays as it is. */
const fillText = (template: string, values: Values): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");

const fillFields = (fields: Fields, values: Values): URLSearchParams =>
  new URLSearchParams(fields.map(([name, template]) => [name, fillText(template, values)]));

/** JSON.stringify escapes the values, wherever they are. */
const fillJson = (template: unknown, values: Values): string =>
  JSON.stringify(template, (_, part: unknown) => (typeof part === "string" ? fillText(part, values) : part));

function contentOf(
  body: HttpTexts["body"],
  values: Values,
): { body?: string | URLSearchParams; type?: string } {
  if (!body) return {};
  if ("form" in body) return { body: fillFields(body.form, values) };
  return { body: fillJson(body.json, values), type: "application/json" };
}

const isMet = (condition: Condition | undefined, within: unknown): boolean =>
  condition?.values.includes(valueAt(condition.path, within) ?? "") ?? false;

/** The report itself is not signed, so the token in its address proves that it comes from the provider that we gave it to. */
const receiptPath = (token: string): string => `/texts/receipts/${token}`;

function reported({ path, body }: Callback): unknown {
  const query = Object.fromEntries(fieldsOf(path.split("?")[1] ?? ""));
  if (!/^\s*[{[]/.test(body)) return { ...query, ...Object.fromEntries(fieldsOf(body)) };
  return jsonIn(body);
}

function reportIn(callback: Callback, { delivered, failed, unreachable }: HttpTexts): Report | undefined {
  const fields = reported(callback);
  const sent = { token: callback.token };
  if (isMet(delivered, fields)) return { kind: "delivered", sent };
  if (isMet(unreachable, fields)) return { kind: "failed", sent, refusal: "other" };
  return isMet(failed, fields) ? { kind: "failed", sent } : undefined;
}

/** Many providers leave out the "+" of an international number. */
const numberIn = (from: string): string => toE164(`+${from.replace(/\D/g, "")}`) ?? from;

/** No provider signs in the same way as another, so the key in the address proves that it comes from ours. */
const repliesOf = ({ key, from, text, id }: Replies): Webhook => ({
  path: "/texts/replies/:token",
  methods: ["GET", "POST"],
  read(callback) {
    if (!isSameSecret(key, callback.token)) throw new Forbidden("This did not come from our provider.");
    const fields = reported(callback);
    const sender = valueAt(from, fields);
    if (!sender) return undefined;
    const words = valueAt(text, fields) ?? "";
    return { kind: "reply", id: (id && valueAt(id, fields)) || "", from: numberIn(sender), words };
  },
});

export function httpTexts(settings: HttpTexts, publicUrl: string): TextProvider {
  const { method, url, query, headers, body, id: idPath, accepted, refused, replies } = settings;

  const call = ({ to, text, receiptToken }: Sms) => {
    const receipt = receiptToken ? publicUrl + receiptPath(receiptToken) : "";
    const values = { to, digits: to.replace(/^\+/, ""), text, receipt };
    const search = query.length > 0 ? `?${fillFields(query, values)}` : "";
    const { type, ...content } = contentOf(body, values);
    const sent = { method, headers: { ...(type && { "content-type": type }), ...headers }, ...content };
    return request("The provider of texts", url + search, sent);
  };

  return {
    name: "http",
    async send(text) {
      const answer = await call(text);
      if (isMet(refused, answer.body))
        throw new SendError(
          "permanent",
          `The provider of texts refuses the number (${answer.status})`,
          "other",
        );
      if (!answer.isOk || (accepted && !isMet(accepted, answer.body)))
        throw new SendError("transient", `The provider of texts did not accept the text (${answer.status})`);
      const id = valueAt(idPath, answer.body);
      if (!id) throw new SendError("unknown", `The answer of the provider of texts has no "${idPath}"`);
      return { id };
    },
    takesReplies: replies !== undefined,
    webhooks: [
      ...(replies ? [repliesOf(replies)] : []),
      {
        path: receiptPath(":token"),
        methods: ["GET", "POST"],
        read: (callback) => reportIn(callback, settings),
      },
    ],
  };
}
