// Settings that are allowed but probably a mistake. The log has a sentence about each of them at every start.
import type { Environment } from "./environment.ts";
import { isLoopback } from "./loopback.ts";

/** Other programs hardly use these beginnings. */
const prefixes = [
  ...[
    "SMS_",
    "SMTP_",
    "MAIL_",
    "NTFY_",
    "APPRISE_",
    "TWILIO_",
    "ANDROID_SMS_",
    "CALLS_",
    "PLIVO_",
    "OIDC_",
    "GOOGLE_CLIENT_",
    "GOOGLE_CALENDAR_",
  ],
  ...["STUN_", "TURN_", "BACKUP_", "OPERATOR_", "SUPPORT_", "METRICS_", "TRUSTED_", "PUBLIC_", "SIGN_"],
  ...[
    "FEED_",
    "FEEDS_",
    "LIVE_",
    "HELP_",
    "HOME_",
    "LOGINS_",
    "REGISTRATIONS_",
    "INVITATION_",
    "PORCHLIGHT_",
  ],
];

/** How many characters have to be added, left out or replaced (Levenshtein). */
function distance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, length) => length);
  for (const [row, character] of [...one].entries()) {
    const current = [row + 1];
    for (const [column, opposite] of [...other].entries()) {
      const replaced = (above[column] ?? 0) + (character === opposite ? 0 : 1);
      current.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    above = current;
  }
  return above[other.length] ?? 0;
}

/** Short names are near too many others. */
const maxDistance = (name: string): number => (name.length > 6 ? 2 : 1);

function doubtAbout(name: string, known: ReadonlySet<string>): string | undefined {
  const typed = name.toUpperCase();
  const meant = [...known].find((each) => distance(typed, each) <= maxDistance(each));
  if (meant) return `${name} is not a setting of Porchlight, so it changes nothing. Did you mean ${meant}?`;
  const prefix = prefixes.find((each) => typed.startsWith(each));
  if (!prefix) return undefined;
  return `${name} is not a setting that this Porchlight reads, so it changes nothing. docs/operate/settings.md lists those that begin with ${prefix}.`;
}

/** Names that are set, but that nobody reads, and that look like one of ours. */
function doubtsAboutNames(env: Environment, known: ReadonlySet<string>): string[] {
  const unread = Object.keys(env).filter((name) => env[name] && !known.has(name));
  return unread.flatMap((name) => doubtAbout(name, known) ?? []);
}

function doubtsAboutProduction(env: Environment, publicUrl: string): string[] {
  const { protocol, hostname } = new URL(publicUrl);
  const isOpen = protocol === "http:" && !isLoopback(hostname);
  return [
    ...(env.SUPPORT_EMAIL
      ? []
      : ["SUPPORT_EMAIL is not set, so the legal pages name a contact that does not exist."]),
    ...(isOpen
      ? [
          "PUBLIC_URL begins with http:, so everybody on the way can read passwords and sign-in codes, and push messages, passkeys and the installed app do not work. Please put a proxy with a certificate in front, and set PUBLIC_URL to its https: address.",
        ]
      : []),
  ];
}

/** `known` has every name that the configuration reads. */
export const doubtsAbout = (
  env: Environment,
  known: ReadonlySet<string>,
  { publicUrl, isProduction }: { readonly publicUrl: string; readonly isProduction: boolean },
): string[] => [
  ...doubtsAboutNames(env, known),
  ...(isProduction ? doubtsAboutProduction(env, publicUrl) : []),
];
