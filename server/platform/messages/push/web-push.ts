// Web push: the payload is encrypted for one browser (RFC 8291) and signed with this server's key (RFC 8292).
import type { Config } from "#server/platform/config/config.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import type { PushMessage, Senders } from "#server/platform/world.ts";
import { noAnswerFrom, SendError } from "../send-error.ts";
import { isPushService } from "./push-services.ts";
import { signerFor, vapidKeys } from "./vapid.ts";

const timeoutMs = 10_000;

type Settings = Pick<Config, "reachLoopback" | "publicUrl" | "supportEmail">;

/** The contact that a push service is given: our own address if others can open it, otherwise an e-mail address. */
const subjectOf = ({ publicUrl, supportEmail }: Settings): string =>
  publicUrl.startsWith("https:") ? publicUrl : `mailto:${supportEmail}`;

// The library is loaded for the first message.
const open = async () => (await import("web-push")).default;
type Library = Awaited<ReturnType<typeof open>>;

function requestFor(library: Library, message: PushMessage, sign: ReturnType<typeof signerFor>) {
  const { endpoint, p256dh, auth } = message.subscription;
  try {
    return library.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, message.payload, {
      headers: { Authorization: sign(library, endpoint) },
      TTL: message.ttlSeconds,
      urgency: message.urgency,
      topic: message.topic,
      contentEncoding: "aes128gcm",
    });
  } catch {
    throw new SendError("permanent", "The keys of this browser are not valid");
  }
}

function refusalOf(status: number): SendError {
  // RFC 8030, section 7.3: the subscription has ended.
  const kind = status === 404 || status === 410 ? "permanent" : "transient";
  const refusal = kind === "permanent" ? "gone" : undefined;
  return new SendError(kind, `The push service did not accept the message (${status})`, refusal);
}

type Request = ReturnType<typeof requestFor>;

const post = ({ endpoint, headers, body }: Request, milliseconds: number): Promise<Response> => {
  const { "Content-Length": _, ...sent } = headers;
  return fetch(endpoint, {
    method: "POST",
    headers: sent,
    body: new Uint8Array(body),
    redirect: "manual",
    signal: AbortSignal.timeout(milliseconds),
  });
};

export function webPush(settings: Settings, secrets: Secrets, milliseconds = timeoutMs): Senders["push"] {
  const sign = signerFor(subjectOf(settings), vapidKeys(secrets));
  return async (message) => {
    if (!isPushService(message.subscription.endpoint, settings.reachLoopback))
      throw new SendError("permanent", "We don't know this push service");
    const request = requestFor(await open(), message, sign);
    const response = await post(request, milliseconds).catch((error: unknown) => {
      throw noAnswerFrom("The push service", error);
    });
    await response.body?.cancel();
    if (!response.ok) throw refusalOf(response.status);
  };
}
