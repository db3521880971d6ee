// The sandbox keeps what it would have sent, and shows it on a page and as JSON. A table takes the place of the providers,
// so that every process sees the messages and a restart loses none.
import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { PushPayload } from "#contract/push-payload.ts";
import type { Db, NewRow, Row } from "#server/platform/db/schema.ts";
import { NotFound } from "#server/platform/errors.ts";
import { escapeHtml } from "#server/platform/http/pages.ts";
import { shownAddress } from "#server/platform/messages/apprise/address.ts";
import { projectFile } from "#server/platform/project-files.ts";
import { randomCode } from "#server/platform/secrets.ts";
import type { Clock, Senders, World } from "#server/platform/world.ts";
import { callButtons, newCall, serveCallButtons, silence } from "./calls.ts";
import { sandboxPage } from "./page.ts";
import { sandboxRecordings, serveSandboxPhone } from "./phone.ts";
import { textBack } from "./twilio.ts";

const maxKept = 200;

export type SandboxMessage = Row<"sandbox_messages">;

/** Newest first. */
export const messages = (db: Db): Promise<SandboxMessage[]> =>
  db.selectFrom("sandbox_messages").selectAll().orderBy("id", "desc").limit(maxKept).execute();

async function keep(db: Db, message: NewRow<"sandbox_messages">): Promise<void> {
  await db.insertInto("sandbox_messages").values(message).execute();
  const kept = db.selectFrom("sandbox_messages").select("id").orderBy("id", "desc").limit(1).offset(maxKept);
  await db.deleteFrom("sandbox_messages").where("id", "<=", kept).execute();
}

/**
 * Push messages are really sent, because a browser that could subscribe can receive them, and so are those by an ntfy
 * or Apprise server that is set up. They are recorded here as well.
 */
export const sandboxSenders = (
  db: Db,
  clock: Clock,
  sent: Pick<Senders, "push" | "ntfy" | "apprise">,
): Omit<Senders, "google" | "signInProviders"> => ({
  async sms({ to, text }) {
    await keep(db, { channel: "sms", recipient: to, text, sent_at: clock.now() });
    return { id: randomCode() };
  },
  email: ({ to, subject, text }) =>
    keep(db, { channel: "email", recipient: to, subject, text, sent_at: clock.now() }),
  async push(message) {
    const { title: subject, text } = PushPayload.parse(JSON.parse(message.payload));
    const recipient = message.subscription.endpoint;
    await keep(db, { channel: "push", recipient, subject, text, sent_at: clock.now() });
    await sent.push(message);
  },
  async ntfy(message) {
    const { topic: recipient, title: subject, message: text } = message;
    await keep(db, { channel: "ntfy", recipient, subject, text, sent_at: clock.now() });
    await sent.ntfy(message);
  },
  async apprise(message) {
    const { urls, title: subject, body: text } = message;
    const { ends: recipient } = shownAddress(urls);
    await keep(db, { channel: "apprise", recipient, subject, text, sent_at: clock.now() });
    await sent.apprise(message);
  },
  async call(placed) {
    const call = newCall(placed);
    const stored = JSON.stringify(call);
    await keep(db, { channel: "call", recipient: placed.to, text: "", call: stored, sent_at: clock.now() });
    return { id: call.id };
  },
  recordings: sandboxRecordings,
});

const codeIn = (text: string): string => {
  const [, code] = /^@\S+ #(\d+)$/m.exec(text) ?? [];
  return code ? `<p class="code">${code}</p>` : "";
};

// Punctuation that ends the sentence is not part of the address.
const address = /(https?:\/\/[^\s<>"“”]*[^\s<>"“”.,;:!?)])/;

const link = (href: string): string => `<a href="${href}" target="_blank" rel="noreferrer">${href}</a>`;

/** Makes addresses clickable, as phones and mail apps do. */
const withLinks = (text: string): string =>
  text
    .split(address)
    .map((part, place) => (place % 2 === 1 ? link(escapeHtml(part)) : escapeHtml(part)))
    .join("");

/** A text that asks for the answer "1" gets a button that sends it from that phone. */
const answerButton = ({ id, channel, recipient, text }: SandboxMessage): string =>
  channel === "sms" && /\bReply 1\b/.test(text)
    ? `<form method="post" action="/sandbox/texts/${id}/answer">
<button>Reply 1 from ${escapeHtml(recipient)}</button>
</form>`
    : "";

const nameOf = {
  sms: "Text",
  email: "E-mail",
  push: "Notification",
  ntfy: "ntfy message",
  apprise: "Apprise message",
  call: "Call",
} as const;

function article(message: SandboxMessage): string {
  const { channel, recipient, subject, text, sent_at } = message;
  const at = sent_at.toISOString();
  return `<article>
<h2>${nameOf[channel]} to ${escapeHtml(recipient)}</h2>
<p><time datetime="${at}">${at.slice(0, 19).replace("T", " ")} UTC</time></p>
${codeIn(text)}${subject === null ? "" : `<p><strong>${escapeHtml(subject)}</strong></p>\n`}<p class="text">${withLinks(text || silence(message))}</p>
${answerButton(message)}${callButtons(message)}
</article>`;
}

/** The page reloads every two seconds, because no script may run on it. */
const outboxPage = (kept: readonly SandboxMessage[]): string =>
  sandboxPage({
    title: "Messages in the sandbox",
    back: '<a href="/">Back to the app</a>',
    isReloaded: true,
    content: `<p>No text or e-mail leaves this machine. Here is what would have been sent, newest first.</p>
<p><a href="/sandbox/phone">Call Porchlight from a telephone</a></p>
${kept.map(article).join("\n") || "<p>Nothing has been sent yet.</p>"}`,
  });

const style = readFileSync(projectFile("dev/sandbox/outbox.css"));

const listed = ({ id, channel, recipient, subject, text, sent_at }: SandboxMessage) => ({
  id,
  channel,
  to: recipient,
  text,
  at: sent_at.toISOString(),
  ...(subject !== null && { subject }),
});

/** Serves the buttons that answer texts and calls. */
async function serveAnswers(app: FastifyInstance, world: World): Promise<void> {
  app.addContentTypeParser("application/x-www-form-urlencoded", (_request, payload, done) => {
    payload.resume();
    done(null);
  });
  app.post<{ Params: { id: string } }>("/sandbox/texts/:id/answer", async (request, reply) => {
    const kept = await messages(world.database.kysely);
    const text = kept.find(({ id, channel }) => channel === "sms" && String(id) === request.params.id);
    if (!text) throw new NotFound("This text is no longer kept.");
    await textBack(app, world, text.recipient, "1");
    return reply.redirect("/sandbox", 303);
  });
  serveCallButtons(app, world);
}

export function serveSandbox(app: FastifyInstance, world: World): void {
  const { kysely: db } = world.database;
  app.get("/sandbox", async (_request, reply) => {
    reply.type("text/html; charset=utf-8").header("cache-control", "no-store");
    return outboxPage(await messages(db));
  });
  app.get("/sandbox/outbox", async (_request, reply) => {
    reply.header("cache-control", "no-store");
    return (await messages(db)).map(listed);
  });
  app.get("/sandbox/outbox.css", (_request, reply) => reply.type("text/css; charset=utf-8").send(style));
  app.register((answers) => serveAnswers(answers, world));
  serveSandboxPhone(app, world);
}
