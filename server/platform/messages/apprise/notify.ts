// Hands a message to an Apprise server: https://github.com/caronc/apprise-api#stateless-solution
import type { AppriseServer } from "#server/platform/config/apprise.ts";
import type { Senders } from "#server/platform/world.ts";
import { basicAuthorization, request } from "../request.ts";
import { SendError } from "../send-error.ts";

/** The server's answer when it knows no service for the address. */
const noContent = 204;

/**
 * When a service refuses, the Apprise server says only that it did (424): it may be down, or the address may have gone. It is
 * worth another attempt. Its own words are never repeated, because they can hold the address.
 */
export function appriseNotifier({ url, account }: AppriseServer): Senders["apprise"] {
  const headers = {
    "content-type": "application/json",
    accept: "application/json",
    ...(account && { authorization: basicAuthorization(account.username, account.password) }),
  };
  return async (message) => {
    const body = JSON.stringify(message);
    const { isOk, status } = await request("The Apprise server", `${url}/notify`, {
      method: "POST",
      headers,
      body,
    });
    if (status === noContent)
      throw new SendError("permanent", "The Apprise server does not know this service");
    if (!isOk) throw new SendError("transient", `The Apprise server did not accept the message (${status})`);
  };
}
