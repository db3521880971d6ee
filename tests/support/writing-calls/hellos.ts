import * as hellos from "#contract/hellos.ts";
import type { Client } from "../client.ts";
import { photo } from "../photos.ts";
import { recording } from "../recordings.ts";
import { at, body, type WritingCall } from "./call.ts";

const picture = async () => ({
  headers: { "idempotency-key": "a picture" },
  query: { place: "0" },
  upload: await photo(),
});

const voice = () => ({ headers: { "idempotency-key": "a voice" }, query: {}, upload: recording() });

export const shownHello = async (client: Client) => client.call(hellos.giveHelloPicture, await picture());

export const saidHello = (client: Client) => client.call(hellos.giveHelloVoiceMessage, voice());

export const callsAboutHellos: readonly WritingCall[] = [
  { endpoint: hellos.giveHelloPicture, prepare: async () => ({ parts: await picture() }) },
  { endpoint: hellos.giveHelloVoiceMessage, prepare: () => ({ parts: voice() }) },
  {
    endpoint: hellos.loveHello,
    prepare: async ({ ben }) => at((await shownHello(ben.client)).id, { isLoved: true }),
  },
  { endpoint: hellos.deleteHello, prepare: async ({ anna }) => at((await shownHello(anna.client)).id) },
  { endpoint: hellos.changeHelloMessages, prepare: () => body({ areOn: false }) },
];
