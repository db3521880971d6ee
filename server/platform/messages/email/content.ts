import { escapeHtml } from "#server/platform/http/pages.ts";
import type { Email } from "#server/platform/world.ts";
import type { EmailContent, EmailPicture, EmailSection } from "../message-kind.ts";

const paragraph = (words: string): string => `<p>${escapeHtml(words)}</p>`;

// Most e-mail programs support only inline styles.
const page = "margin:0;padding:24px;background:#fbf7f0;color:#231f1a;font:18px/1.5 Verdana,Arial,sans-serif";
const button =
  "display:inline-block;padding:16px 24px;border-radius:10px;background:#14513f;color:#ffffff;font-weight:bold";

const largeCode = "font-size:32px;font-weight:bold;letter-spacing:4px";

const codeHtml = (code: string): string => `<p style="${largeCode}">${escapeHtml(code)}</p>`;

function linkHtml({ label, href: address }: NonNullable<EmailContent["link"]>): string {
  const href = escapeHtml(address);
  return `<p><a href="${href}" style="${button}">${escapeHtml(label)}</a></p>
<p>Or open this address: <a href="${href}" style="color:#14513f">${href}</a></p>`;
}

/** The name of a picture inside the message. */
const pictureId = (place: number): string => `picture-${place + 1}@porchlight`;

// The words below a picture are also its alternative text, so that they are read where pictures are not shown.
const pictureHtml = ({ width, height, words }: EmailPicture, place: number): string =>
  `<p><img src="cid:${pictureId(place)}" width="${width}" height="${height}" alt="${escapeHtml(words)}" style="display:block;max-width:100%;height:auto;border-radius:10px">${escapeHtml(words)}</p>`;

const sectionHtml = ({ title, lines }: EmailSection): string =>
  [`<h2 style="margin:24px 0 0;font-size:20px">${escapeHtml(title)}</h2>`, ...lines.map(paragraph)].join(
    "\n",
  );

function asHtml({ subject, before, pictures = [], sections = [], code, link, after }: EmailContent): string {
  const parts = [
    ...before.map(paragraph),
    ...pictures.map(pictureHtml),
    ...sections.map(sectionHtml),
    ...(code ? [codeHtml(code)] : []),
    ...(link ? [linkHtml(link)] : []),
    ...after.map(paragraph),
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="${page}"><div style="max-width:34em">
${parts.join("\n")}
</div></body></html>
`;
}

/** Renders an e-mail as text and as HTML. */
export function renderEmail(of: EmailContent): Omit<Email, "to"> {
  const { subject, before, pictures = [], sections = [], code, link, after, stopAddress } = of;
  const middle = [
    ...pictures.map(({ words }) => words),
    ...sections.map(({ title, lines }) => [title, ...lines].join("\n")),
    ...(code ? [code] : []),
    ...(link ? [`${link.label}:\n${link.href}`] : []),
  ];
  const text = [...before, ...middle, ...after].join("\n\n");
  const inline = pictures.map(({ bytes: jpeg }, place) => ({ id: pictureId(place), jpeg }));
  return {
    subject,
    text: `${text}\n`,
    html: asHtml(of),
    ...(inline.length > 0 && { pictures: inline }),
    ...(stopAddress && { stopAddress }),
  };
}
