// Publishes to an ntfy server: https://docs.ntfy.sh/publish/#publish-as-json
import type { Ntfy } from "#server/platform/config/ntfy.ts";
import type { Senders } from "#server/platform/world.ts";
import { request } from "../request.ts";
import { SendError } from "../send-error.ts";

/** A topic accepts anything, so a refusal is the server's, and worth another attempt. */
export function ntfyPublisher({ url, token }: Ntfy): Senders["ntfy"] {
  const headers = {
    "content-type": "application/json",
    ...(token && { authorization: `Bearer ${token}` }),
  };
  return async (message) => {
    const body = JSON.stringify(message);
    const { isOk, status } = await request("The ntfy server", url, { method: "POST", headers, body });
    if (!isOk) throw new SendError("transient", `The ntfy server did not accept the message (${status})`);
  };
}
