import { escapeHtml } from "#server/http/pages.ts";
import type { SandboxMessage } from "./messages.ts";

const codeIn = (text: string): string => {
  const [, code] = /^@\S+ #(\d+)$/m.exec(text) ?? [];
  return code ? `<p class="code">${code}</p>` : "";
};

// Without the sign that ends a sentence.
const address = /(https?:\/\/[^\s<>"“”]*[^\s<>"“”.,;:!?)])/;

const link = (href: string): string => `<a href="${href}" target="_blank" rel="noreferrer">${href}</a>`;

/** With the addresses in it to click on, as phones and programs for e-mail show them. */
const withLinks = (text: string): string =>
  text
    .split(address)
    .map((part, place) => (place % 2 === 1 ? link(escapeHtml(part)) : escapeHtml(part)))
    .join("");

/** Where a text asks for the answer "1": a button that gives it from that phone. */
const answerButton = ({ id, channel, recipient, text }: SandboxMessage): string =>
  channel === "sms" && /\bReply 1\b/.test(text)
    ? `<form method="post" action="/sandbox/texts/${id}/answer">
<button>Reply 1 from ${escapeHtml(recipient)}</button>
</form>`
    : "";

const nameOf = { sms: "Text", email: "E-mail", push: "Notification" } as const;

function article(message: SandboxMessage): string {
  const { channel, recipient, subject, text, sent_at } = message;
  const at = sent_at.toISOString();
  return `<article>
<h2>${nameOf[channel]} to ${escapeHtml(recipient)}</h2>
<p><time datetime="${at}">${at.slice(0, 19).replace("T", " ")} UTC</time></p>
${codeIn(text)}${subject === null ? "" : `<p><strong>${escapeHtml(subject)}</strong></p>\n`}<p class="text">${withLinks(text)}</p>
${answerButton(message)}
</article>`;
}

/** It reads itself again every two seconds, since no script may run on it. */
export const outboxPage = (kept: readonly SandboxMessage[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="2">
<title>Sandbox: messages</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/sandbox/outbox.css">
</head>
<body>
<header>
<a class="brand" href="/"><img src="/favicon.svg" alt="" width="36" height="36"> Porchlight</a>
<a href="/">Back to the app</a>
</header>
<main>
<h1>Messages in the sandbox</h1>
<p>No text or e-mail leaves this machine. What would have been sent is here, newest first.</p>
${kept.map(article).join("\n") || "<p>Nothing has been sent yet.</p>"}
</main>
</body>
</html>
`;
