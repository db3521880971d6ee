import type { Environment } from "./environment.ts";
import type { Setting } from "./setting.ts";

/** The servers that help two browsers to connect for a video call. Without any, both must be on the same network. */
export interface VideoCallServers {
  /** Such as stun:stun.example.com:3478. */
  readonly stun: readonly string[];
  readonly turn: TurnServer | undefined;
}

export interface TurnServer {
  /** Such as turn:turn.example.com:3478. */
  readonly urls: readonly string[];
  /** Shared with the TURN server: `static-auth-secret` of coturn. */
  readonly secret: string;
}

const minSecretLength = 16;

function addressesIn(name: string, text: string, form: RegExp, example: string): string[] {
  const urls = text
    .split(",")
    .map((url) => url.trim())
    .filter(Boolean);
  if (urls.every((url) => form.test(url))) return urls;
  throw new Error(`${name} must be an address such as ${example}, or several with commas between them.`);
}

export const videoCallSettings: readonly Setting[] = [
  {
    names: ["STUN_URL", "TURN_URL", "TURN_SECRET"],
    preset: "none",
    purpose:
      "Servers that help two browsers to connect for a video call. Without them both people must be on the same network",
  },
];

/** Reads STUN_URL, TURN_URL and TURN_SECRET. The schemes are those of RFC 7064 and RFC 7065. */
export function readVideoCallServers(env: Environment): VideoCallServers {
  const { STUN_URL = "", TURN_URL = "", TURN_SECRET: secret = "" } = env;
  const stun = addressesIn("STUN_URL", STUN_URL, /^stuns?:[^\s,]+$/, "stun:stun.example.com:3478");
  const urls = addressesIn("TURN_URL", TURN_URL, /^turns?:[^\s,]+$/, "turn:turn.example.com:3478");
  if (urls.length > 0 !== (secret !== "")) throw new Error("TURN_URL and TURN_SECRET must be set together.");
  if (secret && secret.length < minSecretLength)
    throw new Error(`TURN_SECRET must have at least ${minSecretLength} characters.`);
  return { stun, turn: secret ? { urls, secret } : undefined };
}
