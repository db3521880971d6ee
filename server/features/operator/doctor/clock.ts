// This machine's clock, compared with the Date that another machine writes into its answers.
import type { Config } from "#server/platform/config/config.ts";
import { broken, doubtful, type Finding, fine, reasonOf } from "./finding.ts";

const timeoutMs = 5_000;
const notableMs = 5_000;
const wrongMs = 60_000;

/** Servers outside that the settings name anyway, so that no other is asked. The last resort is our own address. */
export function clockServers(config: Config): string[] {
  const issuers = [config.google, ...config.signInProviders].flatMap((provider) => provider?.issuer ?? []);
  const { bucket } = config.media;
  const usesTwilio = config.textProviders.some(({ provider }) => provider === "twilio");
  return [
    ...issuers,
    ...(config.ntfy ? [config.ntfy.url] : []),
    ...(bucket ? [bucket.endpoint] : []),
    ...(usesTwilio ? ["https://api.twilio.com"] : []),
    config.publicUrl,
  ];
}

async function timeAt(address: string): Promise<Date | undefined> {
  const response = await fetch(address, {
    method: "HEAD",
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
  });
  await response.body?.cancel();
  const date = Date.parse(response.headers.get("date") ?? "");
  return Number.isNaN(date) ? undefined : new Date(date);
}

const mend =
  "Turn on time synchronization: timedatectl set-ntp true. Reminders, plans and codes depend on it.";

/** A Date has whole seconds, so a second of difference is none. */
function compare(host: string, here: Date, there: Date): Finding {
  const seconds = Math.round((here.getTime() - there.getTime()) / 1000);
  const distance = Math.abs(seconds);
  if (distance <= 1) return fine("Clock", `It agrees with the clock of ${host}.`);
  const words = `It is ${distance} seconds ${seconds > 0 ? "ahead of" : "behind"} the clock of ${host}.`;
  if (distance * 1000 < notableMs) return fine("Clock", words);
  return (distance * 1000 >= wrongMs ? broken : doubtful)("Clock", `${words} ${mend}`);
}

/** The first of these servers that tells the time is believed. */
export async function checkClock(addresses: readonly string[], now: () => Date): Promise<Finding> {
  let failure = "no server that is set up tells the time";
  for (const address of addresses) {
    const { host } = new URL(address);
    try {
      const there = await timeAt(address);
      if (there) return compare(host, now(), there);
    } catch (error) {
      failure = `${host}: ${reasonOf(error)}`;
    }
  }
  return doubtful("Clock", `It could not be compared (${failure}).`);
}
