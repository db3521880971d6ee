// Reads what Twilio is told to do in a call, as far as a telephone in the sandbox needs it.
import { plain } from "./twilio.ts";

export interface Told {
  /** What is said, until the caller has to do something. */
  readonly words: string;
  /** The paths that wait for keys, and for something that is said after the tone. */
  readonly keysPath: string | undefined;
  readonly recordPath: string | undefined;
  /** The path that follows when the caller does nothing. */
  readonly otherwise: string | undefined;
}

const pathOf = (address: string | undefined): string | undefined =>
  address === undefined ? undefined : new URL(plain(address)).pathname;

export function readTwiml(xml: string): Told {
  const [before = "", tag = "", after = ""] = xml.split(/(<\/Gather>|<Record\b)/s);
  const action = (element: string) => new RegExp(`<${element}[^>]* action="([^"]*)"`, "s").exec(xml)?.[1];
  const isRecorded = tag === "<Record";
  return {
    words: [...before.matchAll(/<Say[^>]*>(.*?)<\/Say>/gs)].map(([, said = ""]) => plain(said)).join(" "),
    keysPath: tag === "</Gather>" ? pathOf(action("Gather")) : undefined,
    recordPath: isRecorded ? pathOf(action("Record")) : undefined,
    otherwise: pathOf(/<Redirect[^>]*>(.*?)<\/Redirect>/s.exec(after)?.[1]),
  };
}
