// What the sandbox would have sent, as a page to keep beside the app and as JSON.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { escapeHtml } from "../http/pages.ts";
import type { World } from "../world.ts";
import { messages, type SandboxMessage } from "./messages.ts";

const style = readFileSync(join(import.meta.dirname, "outbox.css"));

const listed = ({ id, channel, recipient, subject, text, sent_at }: SandboxMessage) => ({
  ...{ id, channel, to: recipient, text, at: sent_at.toISOString() },
  ...(subject !== null && { subject }),
});

const codeIn = (text: string): string => {
  const [, code] = /^@\S+ #(\d+)$/m.exec(text) ?? [];
  return code ? `<p class="code">${code}</p>` : "";
};

const nameOf = { sms: "Text", email: "E-mail", push: "Notification" } as const;

const article = ({ channel, recipient, subject, text, sent_at }: SandboxMessage): string => `<article>
<h2>${nameOf[channel]} to ${escapeHtml(recipient)}</h2>
<p><time datetime="${sent_at.toISOString()}">${sent_at.toISOString().slice(0, 19).replace("T", " ")} UTC</time></p>
${codeIn(text)}${subject === null ? "" : `<p><strong>${escapeHtml(subject)}</strong></p>\n`}<p class="text">${escapeHtml(text)}</p>
</article>`;

// It reads itself again every two seconds, since no script may run on it.
const page = (kept: readonly SandboxMessage[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="2">
<title>Sandbox: messages</title>
<link rel="stylesheet" href="/sandbox/outbox.css">
</head>
<body>
<main>
<h1>Messages in the sandbox</h1>
<p>No text or e-mail leaves this machine. What would have been sent is here, newest first.</p>
${kept.map(article).join("\n") || "<p>Nothing was sent yet.</p>"}
</main>
</body>
</html>
`;

export function serveSandbox(app: FastifyInstance, { database: { kysely: db } }: World): void {
  app.get("/sandbox", async (_request, reply) => {
    reply.type("text/html; charset=utf-8").header("cache-control", "no-store");
    return page(await messages(db));
  });
  app.get("/sandbox/outbox", async (_request, reply) => {
    reply.header("cache-control", "no-store");
    return (await messages(db)).map(listed);
  });
  app.get("/sandbox/outbox.css", (_request, reply) => reply.type("text/css; charset=utf-8").send(style));
}
