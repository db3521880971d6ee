interface SandboxPage {
  readonly title: string;
  /** A link to where somebody came from. */
  readonly back: string;
  readonly content: string;
  readonly isReloaded?: boolean;
}

/** Returns the HTML of a page of the sandbox. `back` and `content` are HTML. */
export const sandboxPage = ({ title, back, content, isReloaded = false }: SandboxPage): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
${isReloaded ? '<meta http-equiv="refresh" content="2">' : ""}
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/sandbox/outbox.css">
</head>
<body>
<header>
<a class="brand" href="/"><img src="/favicon.svg" alt="" width="36" height="36"> Porchlight</a>
${back}
</header>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
