// The entry of the build that makes dist/landing.html. Browsers never load it.
import { prerender } from "react-dom/static";
import { landingTitle } from "#web/features/landing/landing-page.tsx";
import { createQueryClient } from "#web/platform/api/queries.ts";
import { App } from "./app.tsx";

export const title = landingTitle;

/** React would swap large sections in by an inline script, which the CSP forbids. */
export async function landingHtml(): Promise<string> {
  const { prelude } = await prerender(<App queries={createQueryClient()} path="/" />, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  return new Response(prelude).text();
}
