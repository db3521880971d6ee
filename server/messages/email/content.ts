import { escapeHtml } from "#server/http/pages.ts";
import type { Email } from "#server/world.ts";
import type { EmailContent } from "../message-kind.ts";

const paragraph = (words: string): string => `<p>${escapeHtml(words)}</p>`;

// Most e-mail programs support only inline styles.
const page = "margin:0;padding:24px;background:#fbf7f0;color:#231f1a;font:18px/1.5 Verdana,Arial,sans-serif";
const button =
  "display:inline-block;padding:16px 24px;border-radius:10px;background:#14513f;color:#ffffff;font-weight:bold";

function asHtml({ subject, before, link, after }: EmailContent): string {
  const href = escapeHtml(link.href);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="${page}"><div style="max-width:34em">
${before.map(paragraph).join("\n")}
<p><a href="${href}" style="${button}">${escapeHtml(link.label)}</a></p>
<p>Or open this address: <a href="${href}" style="color:#14513f">${href}</a></p>
${after.map(paragraph).join("\n")}
</div></body></html>
`;
}

/** Renders an e-mail with a single action, as text and as HTML. */
export function renderEmail(of: EmailContent): Omit<Email, "to"> {
  const { subject, before, link, after } = of;
  const text = [...before, `${link.label}:\n${link.href}`, ...after].join("\n\n");
  return { subject, text: `${text}\n`, html: asHtml(of) };
}
