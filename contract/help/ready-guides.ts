// The built-in guides: simple, and right for most devices. Their steps are in web/.
import * as z from "zod/mini";

/** Each guide is linked to phrases of the library, by their text. */
export const readyGuides = [
  { key: "internet", title: "Get the internet back", phrases: ["I can't get on the internet."] },
  { key: "tv-picture", title: "Get the TV picture back", phrases: ["My TV isn't working."] },
  { key: "tv-signal", title: "When the TV says “No signal”", phrases: ["My TV isn't working."] },
  { key: "louder", title: "Turn up the volume", phrases: ["My phone is acting strange."] },
  {
    key: "bigger-text",
    title: "Make the text bigger",
    phrases: ["I'm having trouble hearing or seeing."],
  },
  {
    key: "hearing-aids",
    title: "Connect hearing aids to the phone",
    phrases: ["I'm having trouble hearing or seeing."],
  },
  { key: "voice-mail", title: "Empty a full voice mail box", phrases: ["My phone is acting strange."] },
  { key: "video-call", title: "Join a video call from a link", phrases: ["I want to make a video call."] },
  { key: "tablet-power", title: "When the tablet won't turn on", phrases: ["My phone is acting strange."] },
  { key: "printer", title: "When the printer doesn't print", phrases: ["My printer won't print."] },
] as const;

export const ReadyGuideKey = z.enum(readyGuides.map(({ key }) => key));
export type ReadyGuideKey = z.output<typeof ReadyGuideKey>;

/** The drawings of their steps. A copy of a guide keeps them. */
export const Drawing = z.enum([
  ...([
    "router",
    "plug-out",
    "plug-in",
    "clock",
    "tv",
    "remote",
    "source-button",
    "tv-list",
    "cable",
  ] as const),
  ...(["volume-buttons", "silent-switch", "call", "gear", "list", "slider", "hearing-aid"] as const),
  ...(["hearing-aid-near", "keypad", "voice-mail", "bin", "message", "allow", "microphone"] as const),
  ...(["charger", "power-button", "printer", "paper", "paper-jam"] as const),
]);
export type Drawing = z.output<typeof Drawing>;
