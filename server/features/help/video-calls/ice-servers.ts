import { createHmac } from "node:crypto";
import type * as z from "zod/mini";
import { hourSeconds } from "#contract/durations.ts";
import type { IceServer } from "#contract/help/video-calls.ts";
import type { Member } from "#server/platform/http/session.ts";
import type { World } from "#server/platform/world.ts";

/** A relay checks them when a call begins. One that goes on longer keeps its place there. */
const credentialSeconds = hourSeconds;

/**
 * The configured STUN and TURN servers. A TURN server knows our secret and has no accounts: the user name is the time
 * at which it expires, and the password is a hash of that (draft-uberti-behave-turn-rest-00, which coturn calls
 * `use-auth-secret`). It also names the person, so that a relay can limit each of them.
 */
export function iceServers({ config, clock }: World, { id }: Member): z.output<typeof IceServer>[] {
  const { stun, turn } = config.videoCallServers;
  const servers: z.output<typeof IceServer>[] = stun.length ? [{ urls: [...stun] }] : [];
  if (!turn) return servers;
  const username = `${Math.floor(clock.now().getTime() / 1000) + credentialSeconds}:${id}`;
  const credential = createHmac("sha1", turn.secret).update(username).digest("base64");
  return [...servers, { urls: [...turn.urls], username, credential }];
}
