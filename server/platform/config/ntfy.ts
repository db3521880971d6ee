import { type Environment, webAddress } from "./environment.ts";
import type { Setting } from "./setting.ts";

/** A server of https://ntfy.sh, by which people get messages in the ntfy app. */
export interface Ntfy {
  /** Has no slash at its end. Phones open it, too. */
  readonly url: string;
  readonly token: string | undefined;
}

export const ntfySettings: readonly Setting[] = [
  {
    names: ["NTFY_URL"],
    purpose:
      "An [ntfy](https://ntfy.sh) server, such as `https://ntfy.example.com`, by which people can get messages in the ntfy app. Their phones need to reach it, too. It can read the messages, so one of your own is better than `https://ntfy.sh`",
  },
  { names: ["NTFY_TOKEN"], purpose: "An access token of that server, if it lets nobody publish without one" },
];

export function readNtfy(env: Environment): Ntfy | undefined {
  const { NTFY_URL, NTFY_TOKEN: token } = env;
  if (NTFY_URL) return { url: webAddress(env, "NTFY_URL", ""), token: token || undefined };
  if (token) throw new Error("NTFY_TOKEN needs NTFY_URL.");
  return undefined;
}
