import { buttonVerdicts, verdictWords } from "#contract/help/verdict-words.ts";
import { deleteNtfySubscription, getNtfySubscription, makeNtfySubscription } from "#contract/messages.ts";
import { route } from "#server/platform/http/route.ts";
import type { NtfyAction } from "#server/platform/world.ts";
import type { MessageChannel } from "../channel.ts";
import type { MessageContent } from "../message-kind.ts";
import { deleteSubscription, findTopic, hasTopic, makeSubscription, subscriptionOf } from "./topics.ts";

/** ntfy's highest priority rings for longer, also on a phone that is set to be quiet. */
const priorities = { high: 5, normal: 3 } as const;

/** The buttons of a notification, which need no sign-in. */
function actionsOf(publicUrl: string, { push }: MessageContent): NtfyAction[] {
  if (!push) return [];
  const { kind, acknowledgePath, verdictPath, callNumber, callName } = push;
  const pressed = { action: "http", clear: true } as const;
  if (verdictPath)
    return buttonVerdicts.map((verdict) => ({
      ...pressed,
      label: verdictWords[verdict],
      url: publicUrl + verdictPath,
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ verdict }),
    }));
  const yes = kind === "test" ? "It works" : "I'll help";
  return [
    ...(acknowledgePath
      ? [{ ...pressed, label: yes, url: publicUrl + acknowledgePath, method: "POST" } as const]
      : []),
    ...(callNumber
      ? [{ action: "view", label: callName ? `Call ${callName}` : "Call", url: `tel:${callNumber}` } as const]
      : []),
  ];
}

export const ntfyChannel: MessageChannel = {
  name: "ntfy",
  missingAddress: "Please turn on messages by ntfy first.",
  hasProvider: ({ ntfy }) => ntfy !== undefined,
  leavesSandbox: true,
  hasAddress: hasTopic,
  async addressesOf({ database }, personId) {
    const topic = await findTopic(database.reads, personId);
    return topic ? [topic] : [];
  },
  async send({ config: { publicUrl }, senders }, to, content) {
    const { title, text, path, email, push } = content;
    await senders.ntfy({
      topic: to,
      // That of an e-mail has the tag by which a person recognizes a message that they get twice.
      title: email?.subject ?? title,
      message: text,
      priority: priorities[push?.urgency ?? "normal"],
      // The page that answers the message also opens where the app is not signed in.
      click: email?.link?.href ?? publicUrl + path,
      actions: actionsOf(publicUrl, content),
    });
    return {};
  },
  routes: (world) => [
    route(getNtfySubscription, ({ person }) => subscriptionOf(world, person)),
    route(makeNtfySubscription, ({ person }) => makeSubscription(world, person)),
    route(deleteNtfySubscription, ({ person }) => deleteSubscription(world, person)),
  ],
};
