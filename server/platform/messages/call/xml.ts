// Writes instructions as XML. The providers' languages have the same form, and differ in names.
import { escapeHtml } from "#server/platform/http/pages.ts";
import { type CallInstruction, type Sound, spokenLanguage } from "./instructions.ts";

/** XML allows no other control characters, not even escaped ones. */
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const escapeXml = (text: string): string => escapeHtml(text.replace(forbidden, " "));

type Attributes = Readonly<Record<string, string | number>>;

/** An element whose content is XML. */
function element(name: string, attributes: Attributes, content = ""): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`);
  return `<${name}${written.join("")}>${content}</${name}>`;
}

/** What differs from provider to provider. */
interface Dialect {
  readonly say: string;
  readonly askKeys: string;
  keysAttributes(count: number, seconds: number): Attributes;
  readonly recordAttributes?: Attributes;
}

/** Returns what writes instructions for a provider, with addresses under our PUBLIC_URL. */
export function xmlWriter(publicUrl: string, dialect: Dialect) {
  const addressOf = (path: string): string => publicUrl + path;
  const actionAt = (path: string): Attributes => ({ action: addressOf(path), method: "POST" });

  const soundIn = (sound: Sound): string =>
    sound.do === "say"
      ? element(dialect.say, { language: spokenLanguage }, escapeXml(sound.words))
      : element("Play", {}, escapeXml(addressOf(sound.path)));

  function elementIn(instruction: CallInstruction): string {
    switch (instruction.do) {
      case "ask-keys": {
        const { sounds, count, seconds, next } = instruction;
        const attributes = { ...dialect.keysAttributes(count, seconds), ...actionAt(next) };
        return element(dialect.askKeys, attributes, sounds.map(soundIn).join(""));
      }
      case "record": {
        const { maxSeconds: maxLength, next } = instruction;
        const end = { maxLength, timeout: 5, finishOnKey: "#", playBeep: "true" };
        return element("Record", { ...end, ...dialect.recordAttributes, ...actionAt(next) });
      }
      case "go-to":
        return element("Redirect", { method: "POST" }, escapeXml(addressOf(instruction.next)));
      case "hang-up":
        return element("Hangup", {});
      default:
        return soundIn(instruction);
    }
  }

  return (instructions: readonly CallInstruction[]): string =>
    `<?xml version="1.0" encoding="UTF-8"?>${element("Response", {}, instructions.map(elementIn).join(""))}`;
}
