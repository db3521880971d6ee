import { type Environment, webAddress } from "./environment.ts";
import type { Setting } from "./setting.ts";

/** A server of Apprise's API (https://github.com/caronc/apprise-api), which passes messages on to other services. */
export interface AppriseServer {
  /** Has no slash at its end. */
  readonly url: string;
  /** For a server whose operator has put a password in front of it. */
  readonly account: { readonly username: string; readonly password: string } | undefined;
}

export const appriseSettings: readonly Setting[] = [
  {
    names: ["APPRISE_URL"],
    purpose:
      "An [Apprise API](apprise.md) server, such as `http://apprise:8000`, by which people can get messages in Telegram, Signal, Matrix and other services. Only this server needs to reach it",
  },
  {
    names: ["APPRISE_USERNAME", "APPRISE_PASSWORD"],
    purpose:
      "The user name and the password (HTTP Basic) of that server, if a proxy in front of it asks for them",
  },
];

export function readApprise(env: Environment): AppriseServer | undefined {
  const { APPRISE_URL, APPRISE_USERNAME: username, APPRISE_PASSWORD: password } = env;
  if (!username !== !password) throw new Error("APPRISE_USERNAME and APPRISE_PASSWORD must be set together.");
  if (!APPRISE_URL) {
    if (username) throw new Error("APPRISE_USERNAME needs APPRISE_URL.");
    return undefined;
  }
  const url = webAddress(env, "APPRISE_URL", "");
  if (new URL(url).username)
    throw new Error("APPRISE_URL must not hold a user name: please set APPRISE_USERNAME.");
  return { url, account: username && password ? { username, password } : undefined };
}
