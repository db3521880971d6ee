import * as hellos from "#contract/hellos.ts";
import type { Person } from "../people.ts";
import { photo } from "../photos.ts";
import { recording } from "../recordings.ts";
import { at, body, type Family, type WritingCall } from "./call.ts";

const picture = async () => ({
  headers: { "idempotency-key": "a picture" },
  query: { place: "0" },
  upload: await photo(),
});

const voice = () => ({ headers: { "idempotency-key": "a voice" }, query: {}, upload: recording() });

const shown = async ({ client }: Person) => client.call(hellos.giveHelloPicture, await picture());

export const shownHello = async ({ ben }: Family): Promise<number> => (await shown(ben)).pictures[0]?.id ?? 0;

export const saidHello = async ({ ben }: Family): Promise<number> =>
  (await ben.client.call(hellos.giveHelloVoiceMessage, voice())).voiceMessage?.id ?? 0;

export const callsAboutHellos: readonly WritingCall[] = [
  { endpoint: hellos.giveHelloPicture, prepare: async () => ({ parts: await picture() }) },
  { endpoint: hellos.giveHelloVoiceMessage, prepare: () => ({ parts: voice() }) },
  {
    endpoint: hellos.loveHello,
    prepare: async ({ ben }) => at((await shown(ben)).id, { isLoved: true }),
  },
  { endpoint: hellos.deleteHello, prepare: async ({ anna }) => at((await shown(anna)).id) },
  { endpoint: hellos.changeHelloMessages, prepare: () => body({ areOn: false }) },
];
