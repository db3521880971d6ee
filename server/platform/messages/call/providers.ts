// The providers of phone calls. This is the only place that lists them.
import type { Config } from "#server/platform/config/config.ts";
import { plivoCalls } from "./plivo.ts";
import type { CallProvider } from "./provider.ts";
import { twilioCalls } from "./twilio.ts";

/** Nobody has it. */
const sandboxNumber = "+16145550100";

/** The number at which people call this server, if it takes calls. */
export const numberToCall = ({
  makesCalls,
  callProvider,
}: Pick<Config, "makesCalls" | "callProvider">): string | undefined =>
  makesCalls ? (callProvider?.from ?? sandboxNumber) : undefined;

/** Undefined on a server that makes and takes no calls. */
export function callProviderOf({
  callProvider,
  publicUrl,
}: Pick<Config, "callProvider" | "publicUrl">): CallProvider | undefined {
  switch (callProvider?.provider) {
    case "twilio":
      return twilioCalls(callProvider, publicUrl);
    case "plivo":
      return plivoCalls(callProvider, publicUrl);
    case undefined:
      return undefined;
  }
}
