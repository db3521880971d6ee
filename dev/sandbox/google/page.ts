// The pages of the pretend Google. They run no scripts.
import { escapeHtml } from "#server/platform/http/pages.ts";
import { type PretendAccount, preparedAccounts } from "./accounts.ts";

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sandbox: ${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/sandbox/outbox.css">
<link rel="stylesheet" href="/sandbox/google.css">
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;

const accountButton = ({ subject, name, email }: PretendAccount): string =>
  `<li><button name="account" value="${subject}"><b>${escapeHtml(name)}</b> ${escapeHtml(email)}</button></li>`;

const calendarWish = `<p>Porchlight would like to <strong>see the calendars</strong> of this account.
It cannot change anything there.</p>
`;

/** The page on which people choose an account, or decline. */
export const choosingPage = ({ action, wantsCalendar }: { action: string; wantsCalendar: boolean }): string =>
  page(
    wantsCalendar ? "Share a calendar" : "Choose an account",
    `<p>This page stands in for Google. Nothing leaves this machine, and no password is asked for.</p>
${wantsCalendar ? calendarWish : ""}<form method="post" action="${escapeHtml(action)}">
<ul>
${preparedAccounts().map(accountButton).join("\n")}
</ul>
</form>
<h2>Someone else</h2>
<form method="post" action="${escapeHtml(action)}">
<label>Name <input name="name" autocomplete="off" required maxlength="80"></label>
<label>E-mail <input name="email" type="email" autocomplete="off" required maxlength="254"></label>
<button class="primary">Continue</button>
</form>
<form method="post" action="${escapeHtml(action)}">
<button name="cancel" value="yes" class="quiet">Cancel</button>
</form>`,
  );

export const failedPage = page(
  "That didn't work",
  `<p>This sign-in expired. Please start again.</p>
<p><a href="/">Back to Porchlight</a></p>`,
);
