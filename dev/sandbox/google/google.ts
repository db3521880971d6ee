// Connects the sandbox to its own provider.
import type { CustomFetch } from "openid-client";
import type { Config, GoogleClient } from "#server/platform/config/config.ts";
import type { Google } from "#server/platform/world.ts";
import { fromHere, mount, providerFor } from "./provider.ts";

/** Porchlight as a client of the sandbox's provider. */
export const sandboxClient = ({ publicUrl }: Config): GoogleClient => ({
  issuer: publicUrl + mount,
  clientId: "porchlight",
  clientSecret: "there are no secrets in a sandbox",
  calendarRoot: new URL(publicUrl).origin,
});

async function listen(client: GoogleClient): Promise<string> {
  // This loads much of Node, so it waits for the first sign-in.
  const { createServer } = await import("node:http");
  const { answer } = await providerFor(client);
  const server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  server.unref();
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

/** Sends requests to the provider and its calendars. */
export interface Fetches {
  readonly provider: CustomFetch;
  readonly calendars: typeof fetch;
}

/** The server asks over loopback, because behind a proxy its public address may not lead back to it. */
function backChannel(client: GoogleClient): Fetches {
  const { origin } = new URL(client.issuer);
  let listening: Promise<string> | undefined;
  const here = () => {
    listening ??= listen(client);
    return listening;
  };
  return {
    async provider(url, { method, headers, body, signal }) {
      const form = body instanceof URLSearchParams ? body : null;
      const address = (await here()) + url.slice(origin.length);
      return fetch(address, { method, headers, body: form, signal: signal ?? null });
    },
    async calendars(asked, options) {
      const { pathname, search } = new URL(String(asked));
      return fetch((await here()) + mount + pathname + search, options);
    },
  };
}

/** `connect` creates the client of a provider. */
export function sandboxGoogle(
  config: Config,
  connect: (client: GoogleClient, fetches: Fetches) => Google,
): Google {
  const client = sandboxClient(config);
  const google = connect(client, backChannel(client));
  return {
    ...google,
    authorizationUrl: async (request) => fromHere(await google.authorizationUrl(request), client.issuer),
  };
}
