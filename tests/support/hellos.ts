// Gives hellos as a device does.
import { giveHelloPicture, giveHelloVoiceMessage } from "#contract/hellos.ts";
import type { Client } from "./client.ts";
import { photo } from "./photos.ts";
import { recording } from "./recordings.ts";

export const helloPicture = async () => ({
  headers: { "idempotency-key": "a picture" },
  query: { place: "0" },
  upload: await photo(),
});

export const helloVoice = () => ({
  headers: { "idempotency-key": "a voice" },
  query: {},
  upload: recording(),
});

export const shownHello = async (client: Client) => client.call(giveHelloPicture, await helloPicture());

export const saidHello = (client: Client) => client.call(giveHelloVoiceMessage, helloVoice());
