// The providers of text messages. This is the only place that lists them.
import type { Config } from "#server/platform/config/config.ts";
import type { Senders, World } from "#server/platform/world.ts";
import { SendError } from "../send-error.ts";
import { androidTexts } from "./android.ts";
import { httpTexts } from "./http.ts";
import type { TextProvider } from "./provider.ts";
import { twilioTexts } from "./twilio.ts";

type Settings = Config["textProviders"][number];

function providerFor(settings: Settings, publicUrl: string): TextProvider {
  switch (settings.provider) {
    case "twilio":
      return twilioTexts(settings, publicUrl);
    case "http":
      return httpTexts(settings, publicUrl);
    case "android":
      return androidTexts(settings);
  }
}

/** In the order in which they are tried. */
export const textProvidersOf = ({
  textProviders,
  publicUrl,
}: Pick<Config, "textProviders" | "publicUrl">): TextProvider[] =>
  textProviders.map((settings) => providerFor(settings, publicUrl));

const isRefused = (error: unknown): boolean => error instanceof SendError && error.kind === "permanent";
const mayHaveArrived = (error: unknown): boolean => error instanceof SendError && error.kind === "unknown";

/**
 * Sends by the first provider that accepts the text. A number that is refused is refused by all of them. Another attempt
 * begins with the next provider, because the first may have accepted the text and failed afterwards.
 */
export function sendByFirst(providers: readonly TextProvider[], log: World["log"]): Senders["sms"] {
  return async (text) => {
    const start = ((text.attempt ?? 1) - 1) % providers.length;
    const errors: unknown[] = [];
    for (const provider of [...providers.slice(start), ...providers.slice(0, start)]) {
      try {
        return await provider.send(text);
      } catch (error) {
        if (isRefused(error)) throw error;
        errors.push(error);
        log.warn({ provider: provider.name, reason: String(error) }, "a provider did not accept a text");
      }
    }
    throw errors.find(mayHaveArrived) ?? errors.at(-1);
  };
}
